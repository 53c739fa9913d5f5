import path from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { company as shipped } from '../../shared/company.ts';
import { notFoundPath } from '../../shared/paths.ts';

// The facts of another company. Below, it also gets a VPS that has more memory and costs more than all of today's.
const city = 'Polokwane';
const company = {
  ...shipped,
  name: 'Baobab IT',
  legalName: 'Baobab IT (Pty) Ltd',
  tagline: `Managed IT from ${city}, since 2019.`,
  since: 2019,
  figures: { projects: '120+', satisfaction: '96%', uptime: '99.5%' },
  website: 'https://www.baobab.example',
  email: 'hello@baobab.example',
  phone: { display: '+27 15 555 0199', tel: '+27155550199' },
  messaging: { name: 'Signal', display: '+27 15 555 0199', number: '27155550199' },
  address: {
    ...shipped.address,
    lines: ['1 Marula Street', city, 'Limpopo, 0699', 'South Africa'],
    ...{ locality: city, region: 'Limpopo', postalCode: '0699' },
  },
  court: 'The Limpopo Division of the High Court, Polokwane',
  hours: { days: 'Monday to Saturday', time: '07:00 to 16:00' },
  vat: 'exclusive',
};
jest.unstable_mockModule('../../shared/company.ts', () => ({
  company,
  openingHours: `${company.hours.days}, ${company.hours.time}`,
}));
// Only a build makes these files, and this test needs no build. So a path replaces each of them.
for (const file of [
  'static/fonts/headings.woff2',
  'static/pictures/emblems.svg',
  'static/favicon.svg',
  'client/theme/print.css',
])
  jest.unstable_mockModule(`../../${file}`, () => ({ default: `/assets/${path.basename(file)}` }));

const server = await import('../../shared/hosting/families/server-hosting.ts');
const largest = { id: 'CXN15', cpus: 24, ram: 96, storage: 3000, price: 6999 };
const family = server.familyOf([...server.rows, largest]);
jest.unstable_mockModule('../../shared/hosting/families/server-hosting.ts', () => ({ ...server, family }));

const [{ comparisonRows }, { fromPrices }, { legalDocuments }, { searchDocuments }] = await Promise.all([
  import('../../shared/hosting/comparison.ts'),
  import('../../shared/hosting/catalogue.ts'),
  import('../../shared/legal/catalogue.ts'),
  import('../../shared/search/documents.ts'),
]);
// In a build, webpack's DefinePlugin inserts these constants.
Object.assign(globalThis, {
  DOCUMENT_FILES: legalDocuments.map(({ sections: _sections, ...document }) => ({
    ...document,
    filename: '',
    bytes: 1,
  })),
  FROM_PRICES: fromPrices,
  SEARCH_DOCUMENTS: searchDocuments,
});
const [{ renderPage }, { allPagePaths }, { llmsText }, { pageSubjects }] = await Promise.all([
  import('../../server/pages/renderPage.tsx'),
  import('../../server/pages/addresses.ts'),
  import('../../server/pages/llms.ts'),
  import('../../scripts/sharePictures/pageSubjects.ts'),
]);

const origin = 'https://www.baobab.example';
const site = { publicOrigin: origin, remoteSupportUrl: 'https://remote.example' };
/** The files of each chunk: none, because this test reads only the HTML of the pages. */
const chunks = new Proxy({}, { get: () => [] });

const pages = await Promise.all(
  [...allPagePaths, notFoundPath].map(async (address) => {
    const page = await renderPage(address, {}, { chunks, inlineScripts: { head: '', start: '' }, site });
    return [address, page.html.replace(/<style.*?<\/style>/gs, '').replace(/<!-- -->/g, '')] as const;
  }),
);
/** All texts of the site, each with its place: pages with metadata and structured data, PDFs, search and sharing pictures. */
const said = [
  ...pages,
  ['llms.txt', llmsText(origin)] as const,
  ['legal documents', JSON.stringify(legalDocuments)] as const,
  ['search', JSON.stringify(searchDocuments.map(({ keywords: _words, ...shown }) => shown))] as const,
  ['sharing pictures', JSON.stringify(pageSubjects)] as const,
];
const saidBy = Object.fromEntries(said);

function placesOf(pattern: RegExp): readonly (readonly [where: string, words: string])[] {
  return said.flatMap(([where, text]) => Array.from(text.matchAll(pattern), ([words]) => [where, words] as const));
}

test("with another company's values, nothing of the shipped company is left on pages, in metadata or in other texts", () => {
  const old = [
    ...['Cirrux', 'cirrux', 'Roodepoort', 'Gauteng', 'WhatsApp', '555 0100', '5550100'],
    ...['since 2008', 'in 2008', '15+', '500+', '98%', '99.9%', '08:00 to 17:00'],
  ];
  for (const [where, text] of said) expect([where, old.filter((word) => text.includes(word))]).toEqual([where, []]);
  // Companies Act 71 of 2008, s32: the full name and the number, on every page.
  expect(placesOf(/<footer.*Baobab IT \(Pty\) Ltd<br\/>Registration /gs).length).toBe(pages.length);
  expect(placesOf(/Baobab IT/g).length).toBeGreaterThan(said.length);
});

test('with a larger and dearer plan, no text states a smaller maximum than the plans offer', () => {
  expect(
    placesOf(/\b14 (VPS )?plans|\b(to|most|over|than) (16 cores and )?64 GB|to 16 cores|(to|most) R5374/g),
  ).toEqual([]);
  for (const text of [
    'Compare 15 VPS plans from R124 a month: NVMe storage, up to 24 cores and 96 GB RAM',
    'from 1 core and 2 GB of memory to 24 cores and 96 GB.',
    '"price":"6999"',
  ])
    expect(saidBy['/server-hosting']).toContain(text);
  expect(saidBy['sharing pictures']).toContain('15 plans, R124 to R6999 a month');
  for (const where of ['llms.txt', 'search']) expect(saidBy[where]).toContain('96 GB RAM');
});

test('a price without VAT is stated as such everywhere, and a comparison has the price with VAT beside it', () => {
  expect(comparisonRows(family, family.plans.slice(0, 2)).slice(0, 4)).toEqual([
    { label: 'A month, excl. VAT', values: ['R124', 'R249'] },
    { label: 'A month with 15% VAT', values: ['R142.60', 'R286.35'] },
    { label: '12 months, paid monthly, excl. VAT', values: ['R1488', 'R2988'] },
    { label: 'A year, paid yearly, excl. VAT', values: ['R750', 'Not offered'] },
  ]);
  expect(saidBy['/server-hosting']).toContain('Prices are in rand, per month, and exclude 15% VAT.');
  expect(saidBy['legal documents']).toContain('rand and exclude VAT, which we add at the rate in force.');
  expect([placesOf(/incl\. VAT|includ\w+ VAT/g), saidBy['/about']?.includes('VAT number')]).toEqual([[], true]);
});
