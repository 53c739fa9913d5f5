import { createHash } from 'node:crypto';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { unconfirmed } from '../../server/operations/alarms/conditions/settings.ts';
import { company } from '../../shared/company.ts';
import type { LegalDocument } from '../../shared/legal/legalDocument.ts';
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

test('the page of Security Services promises installers of PSIRA only if the owner has confirmed them', async () => {
  const [before, after] = [
    await readWith(false, 'services/texts/security'),
    await readWith(true, 'services/texts/security'),
  ];
  expect(before).toContain('Cabling, mounting and set-up, in phases');
  expect([before, after].map((text) => text.includes('PSIRA-registered installers'))).toEqual([false, true]);
});

/**
 * Each legal text without the company's own data: its version, and its SHA-256 before and after the owner confirms all facts.
 * A lawyer's change raises the version, then this list.
 */
const editions = `
terms-of-service | 1.2 | 3299a487579890ec | 3299a487579890ec
privacy-policy | 1.1 | 9a2075435cdd32b4 | 9a2075435cdd32b4
service-level-agreement | 1.2 | f009a2f59cdf65ff | 6e44f8491fc7916b
data-processing-agreement | 1.2 | 5351aaaf8f007159 | 00f79fd3ef0c18d7
acceptable-use-policy | 1.0 | 4e8aec6821b88173 | 4e8aec6821b88173
security-policy | 1.1 | 87f6c6e95cc64fa2 | 5330e03d15aa47c8
incident-response-policy | 1.2 | 0d3bf72bc6a00904 | 9f1560641a8ea398
business-associate-agreement | 1.2 | e675aadae76800fb | 8954bcda0c838f54
`;

test('a legal text is the text of its version, word for word, before the owner confirms its facts and after', async () => {
  const data = Object.values(company).flatMap((value) => (typeof value === 'object' ? Object.values(value) : value));
  const ofCompany = data.flat().filter((text) => typeof text === 'string' && text.length > 3);
  const hashOf = (document: object) => {
    const text = ofCompany.reduce((rest, own) => rest.replaceAll(own, ''), JSON.stringify(document));
    return createHash('sha256').update(text).digest('hex').slice(0, 16);
  };
  const documents = async (confirmed: boolean) =>
    JSON.parse(await readWith(confirmed, 'legal/catalogue')).legalDocuments as LegalDocument[];
  const [before, after] = [await documents(false), await documents(true)];
  const found = before.map((each, index) =>
    [each.id, each.version, hashOf(each), hashOf(after[index] ?? {})].join(' | '),
  );
  expect(found).toEqual(editions.trim().split('\n'));
});

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
