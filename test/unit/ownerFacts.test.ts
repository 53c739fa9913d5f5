import { beforeEach, expect, jest, test } from '@jest/globals';
import { unconfirmed } from '../../server/operations/alarms/conditions/settings.ts';
import { company } from '../../shared/company.ts';
import type * as Optional from '../../shared/optionalFacts.ts';

const filled: typeof Optional = {
  ...{ paymentMethods: 'EFT or debit order', minimumTerm: 'Three months', afterHours: 'Saturdays, 08:00 to 12:00' },
  hostingFacts: {
    'server-hosting': { Traffic: '2 TB a month', 'Usual Delivery Time': 'Ten minutes' },
    'shared-hosting': { Snapshots: 'Each night', 'Country of the Data': 'South Africa' },
  },
};
const empty: typeof Optional = { paymentMethods: '', minimumTerm: '', afterHours: '', hostingFacts: {} };

const actual = await import('../../shared/ownerFacts.ts');

function mock(file: string, content: object): void {
  jest.resetModules();
  jest.unstable_mockModule(`../../${file}`, () => content);
}

// Only a build makes the files of the pictures, and these tests need no build. So `<i>` replaces the component.
beforeEach(() => mock('client/content/Picture.tsx', { Picture: 'i' }));

/** If `name` has a slash, the exports of this file in `shared` as JSON. Otherwise the HTML of the family or page of this name. */
async function read(name: string): Promise<string> {
  if (name.includes('/')) return JSON.stringify({ ...(await import(`../../shared/${name}.ts`)) });
  const { createElement } = await import('react');
  const { renderToString } = await import('react-dom/server');
  const { Provider } = await import('react-redux');
  const { StaticRouter } = await import('react-router');
  const { makeStore } = await import('../../client/store.ts');
  const { families } = await import('../../shared/hosting/catalogue.ts');
  const family = families.find(({ id }) => id === name);
  const file = family ? 'hosting/HostingPage' : `pages/${name}`;
  const { HostingPage, Page = HostingPage } = await import(`../../client/${file}.tsx`);
  const children = createElement(StaticRouter, { location: '/', children: createElement(Page, { family }) });
  return renderToString(createElement(Provider, { store: makeStore(), children }));
}

test.each([
  ['SupportPage', ['Outside these hours: Saturdays, 08:00 to 12:00.']],
  ['shared-hosting', ['EFT or debit order', 'Three months', 'In South Africa. We']],
  ['legal/texts/terms-of-service', ['EFT or debit order', 'Three months']],
  ['legal/texts/service-level-agreement', ['Saturdays, 08:00 to 12:00']],
])('%s shows a fact when the owner has filled it in, and nothing before', async (name, words) => {
  mock('shared/optionalFacts.ts', filled);
  const text = await read(name);
  for (const word of words) expect(text).toContain(word);
  mock('shared/optionalFacts.ts', empty);
  const without = await read(name);
  for (const word of words) expect(without).not.toContain(word);
});

test.each([
  ['server-hosting', ['Traffic', 'Ten minutes'], ['Snapshots']],
  ['shared-hosting', ['Snapshots', 'Each night'], ['Traffic']],
])('the facts of %s are on its page and in llms.txt, and no others', async (id, own, others) => {
  mock('shared/optionalFacts.ts', filled);
  // In a build, webpack's DefinePlugin inserts this constant.
  Object.assign(globalThis, { SEARCH_DOCUMENTS: [] });
  const { llmsText } = await import('../../server/pages/llms.ts');
  const html = await read(id);
  for (const word of own) for (const text of [html, llmsText('')]) expect(text).toContain(word);
  for (const word of others) expect(html).not.toContain(`<dt>${word}</dt>`);
});

test.each([
  ['legal/texts/service-level-agreement', 'response in 1 hour', 'The order confirmation states the response times'],
  ['legal/texts/data-processing-agreement', 'at the latest 24 hours after', 'we notify you immediately after'],
  ['legal/texts/security-policy', 'We test restoring at least twice a year', 'Backups are made where'],
  ['services/texts/security', 'PSIRA-registered installers', 'Cabling, mounting and set-up, in phases'],
])('%s says "%s" only if it is confirmed', async (name, promise, neutral) => {
  const textWith = (confirmed: boolean) => {
    const facts = Object.entries(actual).map(([fact, value]) => [fact, { ...value, confirmed }]);
    mock('shared/ownerFacts.ts', Object.fromEntries(facts));
    return read(name);
  };
  const text = await textWith(false);
  expect([text.includes(neutral), text.includes(promise)]).toEqual([true, false]);
  expect(await textWith(true)).toContain(promise);
});

test("a shipped placeholder and an unconfirmed commitment are open facts, and the owner's own value is confirmed", () => {
  const values = { ...company, email: 'hello@cirrux.example', website: 'https://baobab.example' };
  const facts = actual.companyFacts(values as unknown as typeof company);
  const open = unconfirmed({ ...facts, first: { confirmed: false }, second: { confirmed: true } });
  expect(open).toEqual(expect.arrayContaining(['email', 'first']));
  for (const settled of ['website', 'second']) expect(open).not.toContain(settled);
});
