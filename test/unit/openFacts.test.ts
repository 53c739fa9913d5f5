import { expect, test } from '@jest/globals';
import { openFacts } from '../../server/openFacts.ts';
import { company } from '../../shared/company.ts';
import { commitmentFacts, companyFacts, type OwnerFact } from '../../shared/ownerFacts.ts';

const shipped = companyFacts();

test('the shipped placeholders are open, among them the directors and the Information Officer', () => {
  expect(openFacts(shipped, {})?.placeholders).toEqual(Object.keys(shipped));
  expect(Object.keys(shipped)).toEqual(expect.arrayContaining(['directors', 'informationOfficer', 'vatNumber']));
});

test('a value of the owner is no placeholder', () => {
  const own = { ...company, directors: 'T. Mokoena and A. Naidoo', email: 'hello@mokoena.co.za' } as unknown;
  expect(openFacts(companyFacts(own as typeof company), {})?.placeholders).toEqual(
    Object.keys(shipped).filter((name) => !['directors', 'email'].includes(name)),
  );
});

test('commitments beyond the specification are open; its figures are not', () => {
  const { unconfirmed } = openFacts({}, commitmentFacts) ?? {};
  expect(unconfirmed).toEqual(
    expect.arrayContaining(['legalApproval', 'legalReview', 'vatMode', 'responseTimes', 'serviceCredits']),
  );
  expect(unconfirmed).not.toContain('figures');
});

test('every fact has a value and says where it stands', () => {
  for (const [name, { value, saidIn }] of Object.entries({ ...shipped, ...commitmentFacts }))
    expect({ name, value, saidIn }).toEqual({ name, value: expect.anything(), saidIn: expect.stringMatching(/\w/) });
});

test('nothing is open in a list that is filled in and confirmed', () => {
  const confirmed = (facts: { readonly [name: string]: OwnerFact<unknown> }) =>
    Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, { ...fact, confirmed: true }]));
  expect(openFacts(confirmed(shipped), confirmed(commitmentFacts))).toBeUndefined();
});
