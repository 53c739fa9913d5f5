import { beforeEach, expect, jest, test } from '@jest/globals';
import type { ComponentType } from 'react';
import { openFacts } from '../../server/operations/alarms/conditions/settings.ts';
import { company } from '../../shared/company.ts';
import type * as Optional from '../../shared/optionalFacts.ts';
import type * as Owner from '../../shared/ownerFacts.ts';

const filled: typeof Optional = {
  paymentMethods: 'EFT or debit order',
  deliveryTime: 'One business day',
  minimumTerm: 'Three months',
  noticeDays: 45,
  hostingFacts: {
    'server-hosting': { Traffic: '2 TB a month', 'Port Speed': '', 'Usual Delivery Time': 'Ten minutes' },
    'shared-hosting': { Snapshots: 'Each night', 'Country of the Data': 'South Africa' },
  },
  afterHours: 'Saturdays, 08:00 to 12:00',
  people: [{ name: 'Thandi Mokoena', role: 'Service desk' }],
  certificates: ['Microsoft Solutions Partner'],
  clientWords: [{ words: 'They pick up the phone.', client: 'A bookkeeper in Krugersdorp' }],
};

const actual = await import('../../shared/ownerFacts.ts');

function NoPicture() {
  return null;
}

const nothing: typeof Optional = {
  ...{ paymentMethods: '', deliveryTime: '', minimumTerm: '', noticeDays: 0, afterHours: '', hostingFacts: {} },
  ...{ people: [], certificates: [], clientWords: [] },
};

beforeEach(() => {
  jest.resetModules();
  // The pictures are a file of the build.
  jest.unstable_mockModule('../../client/content/Picture.tsx', () => ({ Picture: NoPicture }));
});

function fill(facts: typeof Optional): void {
  jest.unstable_mockModule('../../shared/optionalFacts.ts', () => facts);
}

function setConfirmed(confirmed: boolean): void {
  const facts = Object.entries(actual).map(([name, fact]) => [
    name,
    typeof fact === 'object' && 'confirmed' in fact ? { ...fact, confirmed } : fact,
  ]);
  jest.unstable_mockModule('../../shared/ownerFacts.ts', () => Object.fromEntries(facts) as typeof Owner);
}

async function htmlOf(load: () => Promise<ComponentType>, path: string): Promise<string> {
  const [Page, { createElement }, { renderToString }, { Provider }, { StaticRouter }, { makeStore }] =
    await Promise.all([
      load(),
      import('react'),
      import('react-dom/server'),
      import('react-redux'),
      import('react-router'),
      import('../../client/store.ts'),
    ]);
  return renderToString(
    createElement(Provider, {
      store: makeStore(),
      children: createElement(StaticRouter, { location: path, children: createElement(Page) }),
    }),
  );
}

const aboutPage = () => import('../../client/pages/AboutPage.tsx').then(({ Page }) => Page);
const supportPage = () => import('../../client/pages/SupportPage.tsx').then(({ Page }) => Page);
const hostingPage = async (shownId = 'shared-hosting') => {
  const [{ createElement }, { HostingPage }, { families }] = await Promise.all([
    import('react'),
    import('../../client/hosting/HostingPage.tsx'),
    import('../../shared/hosting/catalogue.ts'),
  ]);
  const family = families.find(({ id }) => id === shownId);
  if (!family) throw new Error(`There is no ${shownId}`);
  return () => createElement(HostingPage, { family });
};

test('the uptime links to the Service Level Agreement once the documents are approved', async () => {
  const notice = await import('../../shared/legal/draftNotice.ts');
  const legalApproval = { ...notice.legalApproval, confirmed: true };
  jest.unstable_mockModule('../../shared/legal/draftNotice.ts', () => ({ ...notice, legalApproval }));
  expect(await htmlOf(() => hostingPage(), '/shared-hosting')).toMatch(
    /href="\/legal\/service-level-agreement"[^>]*>Service Level Agreement</,
  );
});

async function documentText(id: string, folder = 'legal'): Promise<string> {
  return JSON.stringify({ ...(await import(`../../shared/${folder}/texts/${id}.ts`)) });
}

test('what the owner fills in appears on the About, Support and hosting pages, and in the legal documents', async () => {
  fill(filled);
  const about = await htmlOf(aboutPage, '/about');
  for (const text of ['Our People', 'Thandi Mokoena', 'Microsoft Solutions Partner', 'They pick up the phone.'])
    expect(about).toContain(text);
  expect(await htmlOf(supportPage, '/support')).toContain('Outside these hours: Saturdays, 08:00 to 12:00.');
  const hosting = await htmlOf(() => hostingPage(), '/shared-hosting');
  for (const text of ['EFT or debit order', 'One business day', 'Three months', '45 days'])
    expect(hosting).toContain(`<dd>${text}</dd>`);
  expect(hosting).toContain('In South Africa. We move nothing out of it');
  const terms = await documentText('terms-of-service');
  for (const text of ['EFT or debit order', 'Three months', "45 days' written notice"]) expect(terms).toContain(text);
  expect(await documentText('service-level-agreement')).toContain('Saturdays, 08:00 to 12:00');
});

test('what the owner has not filled in leaves nothing on the pages', async () => {
  fill(nothing);
  expect(await htmlOf(aboutPage, '/about')).not.toMatch(/Our People|Certificates|What Clients Say/);
  expect(await htmlOf(supportPage, '/support')).toContain('Outside these hours, we help if your confirmation');
  expect(await htmlOf(() => hostingPage(), '/shared-hosting')).not.toMatch(
    /Usual Delivery Time|Minimum Term|Snapshots/,
  );
  expect(await documentText('terms-of-service')).not.toMatch(/Payment methods|Minimum term/);
});

test("a hosting page and llms.txt have the facts of the page's own family alone, and no empty one", async () => {
  fill(filled);
  // webpack's DefinePlugin inserts them.
  Object.assign(globalThis, { DOCUMENT_FILES: [] });
  const { llmsText } = await import('../../server/pages/llms.ts');
  const expected: readonly (readonly [id: string, facts: object])[] = [
    ['server-hosting', { Traffic: '2 TB a month', 'Usual Delivery Time': 'Ten minutes' }],
    ['shared-hosting', { Snapshots: 'Each night', 'Usual Delivery Time': 'One business day' }],
    ['microsoft-365', { 'Usual Delivery Time': 'One business day' }],
  ];
  for (const [id, facts] of expected) {
    const html = await htmlOf(() => hostingPage(id), `/${id}`);
    for (const [label, value] of Object.entries(facts)) {
      expect(html).toContain(`<dt>${label}</dt><dd>${value}</dd>`);
      expect(llmsText('')).toContain(`\n- ${label}: ${value}\n`);
    }
    expect(html).not.toContain('Port Speed');
    if (id !== 'shared-hosting') expect(html).not.toContain('Snapshots');
  }
});

const commitments: readonly [id: string, confirmed: string, neutral: string, folder?: string][] = [
  ['service-level-agreement', 'response in 1 hour', 'The order confirmation states the response times'],
  ['data-processing-agreement', 'at the latest 24 hours after', 'we notify you immediately after'],
  ['security-policy', 'We test restoring at least twice a year', 'Backups are made where'],
  ['security', 'PSIRA-registered installers', 'Cabling, mounting and set-up, in phases', 'services'],
];

test.each(commitments)(
  'the %s says "%s" only once it is confirmed',
  async (id, confirmed, neutral, folder = 'legal') => {
    setConfirmed(false);
    const text = await documentText(id, folder);
    expect(text).toContain(neutral);
    expect(text).not.toContain(confirmed);

    jest.resetModules();
    setConfirmed(true);
    expect(await documentText(id, folder)).toContain(confirmed);
  },
);

function factsOf(values: object) {
  return actual.companyFacts({ ...company, ...values } as typeof company);
}

test("a placeholder of the shipped company is open, and the owner's value is not", () => {
  const shipped = { registrationNumber: '2008/000000/07', email: 'hello@cirrux.example' };
  expect(openFacts(factsOf(shipped), {})?.placeholders).toEqual(expect.arrayContaining(Object.keys(shipped)));
  const own = factsOf({ registrationNumber: '2008/123456/07', email: 'hello@mokoena.co.za' });
  const open = openFacts(own, {})?.placeholders ?? [];
  expect(open.filter((field) => field in shipped)).toEqual([]);
});

test('a commitment is open until it is confirmed', () => {
  const commitment = { value: 'an answer', saidIn: 'a page' };
  const commitments = { first: { ...commitment, confirmed: false }, second: { ...commitment, confirmed: true } };
  expect(openFacts({}, commitments)).toEqual({ placeholders: [], unconfirmed: ['first'] });
  expect(openFacts({}, { second: commitments.second })).toBeUndefined();
});
