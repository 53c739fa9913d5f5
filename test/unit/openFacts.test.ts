import { expect, test } from '@jest/globals';
import { openFacts } from '../../server/openFacts.ts';
import { company } from '../../shared/company.ts';
import { commitmentFacts, companyFacts } from '../../shared/ownerFacts.ts';

function factsOf(values: object) {
  return companyFacts({ ...company, ...values } as typeof company);
}

const shipped = {
  registrationNumber: '2008/000000/07',
  directors: 'the directors named in the CIPC register',
  informationOfficer: 'The Information Officer',
  email: 'hello@cirrux.example',
  phone: { display: '+27 10 555 0100', tel: '+27105550100' },
};
const own = {
  registrationNumber: '2008/123456/07',
  directors: 'T. Mokoena and A. Naidoo',
  informationOfficer: 'T. Mokoena',
  email: 'hello@mokoena.co.za',
  phone: { display: '+27 11 763 4821', tel: '+27117634821' },
};
const fields = ['registrationNumber', 'directors', 'informationOfficer', 'email', 'phone.display', 'phone.tel'];

test('a shipped placeholder is open, that of the directors and of the Information Officer too', () => {
  expect(openFacts(factsOf(shipped), {})?.placeholders).toEqual(expect.arrayContaining(fields));
});

test("the owner's values are not open", () => {
  const open = openFacts(factsOf(own), {})?.placeholders ?? [];
  expect(open.filter((field) => fields.includes(field))).toEqual([]);
});

test('a commitment is open until it is confirmed', () => {
  const commitment = { value: 'an answer', saidIn: 'a page' };
  const commitments = { first: { ...commitment, confirmed: false }, second: { ...commitment, confirmed: true } };
  expect(openFacts({}, commitments)).toEqual({ placeholders: [], unconfirmed: ['first'] });
  expect(openFacts({}, { second: commitments.second })).toBeUndefined();
});

test('every fact has a value and says where it stands', () => {
  for (const [name, { value, saidIn }] of Object.entries({ ...companyFacts(), ...commitmentFacts }))
    expect({ name, value, saidIn }).toEqual({ name, value: expect.anything(), saidIn: expect.stringMatching(/\w/) });
});
