import { beforeEach, expect, jest, test } from '@jest/globals';
import { unconfirmed } from '../../server/operations/alarms/conditions/settings.ts';
import { company } from '../../shared/company.ts';
import type * as Optional from '../../shared/optionalFacts.ts';

const filled: typeof Optional = {
  ...{ paymentMethods: 'EFT or debit order', minimumTerm: 'Three months', afterHours: 'Saturdays, 08:00 to 12:00' },
  ...{ firstAnswer: 'within two hours', readyIn: { 'server-hosting': 'within one working day' } },
  people: [{ name: 'Thandi Nkosi', role: 'Director' }],
  hostingFacts: {
    'server-hosting': { Traffic: '2 TB a month', 'Usual Delivery Time': 'Ten minutes' },
    'shared-hosting': { Snapshots: 'Each night', 'Country of the Data': 'South Africa' },
  },
};
const empty: typeof Optional = {
  ...{ paymentMethods: '', minimumTerm: '', afterHours: '', firstAnswer: '' },
  ...{ readyIn: {}, people: [], hostingFacts: {} },
};

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

function readWith(confirmed: boolean, name: string): Promise<string> {
  const facts = Object.entries(actual).map(([fact, value]) => [fact, { ...value, confirmed }]);
  mock('shared/ownerFacts.ts', Object.fromEntries(facts));
  mock('shared/optionalFacts.ts', empty);
  return read(name);
}

test.each([
  ['server-hosting', ['It is ready within one working day after you accept', 'We answer within two hours, Monday']],
  ['AboutPage', ['Who You Deal With', 'Thandi Nkosi']],
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
  const text = await readWith(false, name);
  expect([text.includes(neutral), text.includes(promise)]).toEqual([true, false]);
  expect(await readWith(true, name)).toContain(promise);
});

const number = String.raw`(?:\d{1,3}(?:\.\d)?|one|two|three|four|five|six|seven|ten)`;
const unit = String.raw`(?:%|[ -](?:business )?(?:day|hour|minute|month|year|twelfth)s?\b)`;
const others = String.raw`\d\d:\d\d|(?:once|twice) a year|(?:every|one) (?:second )?(?:quarter|year|hour)|more than once`;
const promised = new RegExp(
  String.raw`(?:at (?:least|most) )?\b${number}(?: and ${number})?${unit}|(?<=within )${number}(?=[.,;])|\b(?:${others})\b`,
  'g',
);

// What each legal document promises, in the order of its text. A number alone counts days. In brackets: if it is confirmed.
const promises = `
terms-of-service: seven, seven, seven, 30, five business, 15 business, seven, 30, six-month, 15, 30, 60, seven, at least 30, 30, 20 business, 80 and 40
  business, 20 business, 30, 12 months, 30, two business, ten, 30
privacy-policy: at most 365, five years, seven years, 30, 30, every quarter
service-level-agreement: 08:00, 17:00, 99.9%, 30, at most 43 minutes, 22:00, 05:00, at least three business, at most six hours, [1 hour, every hour, 4 hours,
  2 hours, 4 hours, 8 hours, 8 hours, 2 business, 5 business, 2 business], [99.9%, at least 99.0%, 10%, 99.0%, at least 98.0%, 25%, 98.0%, at least 95.0%,
  50%, 95.0%, 100%, 5%, at most 20%, one twelfth, one month], 30, ten business, 30, 95.0%, one month, 99.0%, three months, six, 30, 15, 30, 60, [50%], 12
  months, one business day, four hours, five business, every quarter, 30
data-processing-agreement: at least 30, [24 hours], two business, once a year, 20 business, 30, 15, 30, 60
acceptable-use-policy: two business, more than once, five minutes, one business day, one business day, 24 hours, two business, every quarter, 30
security-policy: once a year, every year, every quarter, 3, 14, at least 90, 15, 30, 60, [twice a year], at most 365, every second year, two business, 90,
  every quarter
incident-response-policy: two hours, [1 hour, 2 hours, one business day], at least 14, [24 hours], [1 hour, 1 and 4 hours], 72 hours, 72 hours, five years,
  ten business, every quarter, once a year, every quarter
business-associate-agreement: every quarter, every year, every year, [24 hours], ten, ten, six years, two business, at most 30, 30
`.trim();

test.each(promises.split(/\n(?=\w)/).map((line) => line.replace(/\n +/g, ' ').split(': ')))(
  '%s promises the periods, times and shares that are written here',
  async (id, list) => {
    const found = async (confirmed: boolean) => (await readWith(confirmed, `legal/texts/${id}`)).match(promised) ?? [];
    expect((await found(true)).join(', ').replaceAll(' days', '')).toBe(list?.replaceAll(/[[\]]/g, ''));
    expect((await found(false)).join(', ').replaceAll(' days', '')).toBe(list?.replaceAll(/\[.*?\], /g, ''));
  },
);

test("each shipped placeholder and an unconfirmed commitment are open facts, and the owner's own value is confirmed", () => {
  const names = 'registrationNumber vatNumber directors informationOfficer website email phone.display phone.tel';
  const placeholders = `${names} messaging.display messaging.number address.lines`.split(' ');
  const shipped = {
    ...{ ...company, vat: 'inclusive', vatNumber: '4000000000', registrationNumber: '2008/000000/07', directors: '' },
    ...{ informationOfficer: 'The Information Officer', website: 'https://www.cirrux.example' },
    ...{ email: 'hello@cirrux.example', phone: { display: '+27 10 555 0100', tel: '+27105550100' } },
    messaging: { ...company.messaging, display: '+27 10 555 0100', number: '27105550100' },
    address: { ...company.address, lines: ['12 Example Road, Roodepoort, Gauteng, 1724, South Africa'] },
  } as unknown as typeof company;
  expect(unconfirmed(actual.companyFacts(shipped))).toEqual(placeholders);
  const values = { ...shipped, website: 'https://baobab.example' } as unknown as typeof company;
  const facts = { ...actual.companyFacts(values), first: { confirmed: false }, second: { confirmed: true } };
  expect(unconfirmed(facts)).toEqual([...placeholders.filter((name) => name !== 'website'), 'first']);
});
