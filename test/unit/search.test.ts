import { expect, test } from '@jest/globals';
import { createSearch } from '../../client/search/searchIndex.ts';
import { pageAddressOf, pagePaths } from '../../server/pages/addresses.ts';
import { families } from '../../shared/hosting/catalogue.ts';
import { searchPath } from '../../shared/paths.ts';
import { searchDocuments } from '../../shared/search/documents.ts';
import { cleanQuery, maxQueryLength, queryOf, searchAddress } from '../../shared/search/query.ts';
import { titleOf } from '../../shared/search/searchDocument.ts';
import { synonyms } from '../../shared/search/synonyms.ts';
import { processorTime } from '../helpers/processorTime.ts';

const search = createSearch(searchDocuments);

function titlesFor(query: string): readonly string[] {
  return search(query).documents.map(titleOf);
}

test.each([
  ['Connectivity', ['fibre', 'fiber', 'firbe', 'Openserve', 'Vumatel', 'internet', 'conectivity', 'LTE', 'failover']],
  ['Pastel Hosting', ['SARS', 'VAT', 'bookkeeping', 'accounting', 'payroll', 'Sage', 'pastle']],
  ['Privacy Policy', ['POPIA', 'popi act', 'PAIA', 'privasy', 'cookies', 'GDPR']],
  ['Telecoms', ['cell', 'landline', 'VoIP', 'PABX', 'PBX', 'telephone', 'voicemail', 'telekoms']],
  ['Microsoft 365', ['Office 365', 'O365', 'ofice 365', 'Outlook', 'micosoft', 'OneDrive']],
  ['Network Management', ['wifi', 'Wi-Fi', 'WI FI', 'router']],
  ['Cybersecurity', ['hacked', 'ransomware', 'phishing', 'cyber security']],
  ['Managed Infrastructure', ['backup', 'back-ups UPS', 'disaster recovery']],
  ['VPS Server Hosting', ['vps', 'debian', 'virtual private server', 'vps hosting']],
  ['Service Level Agreement', ['SLA', 'uptime credits']],
  ['Terms of Service', ['how do I cancel', 'refund']],
  ['Get In Touch', ['contact us', 'WhatsApp']],
  ['Security Services', ['CCTV', 'camera']],
])('%s comes first for what visitors call it', (title, queries) => {
  for (const query of queries) expect({ query, first: titlesFor(query)[0] }).toEqual({ query, first: title });
});

test.each(['load shedding', 'loadshedding', 'Eskom'])('%s finds the services that prepare for power cuts', (query) => {
  expect(titlesFor(query)).toContain('Managed Infrastructure');
});

test('the name of each page, service, plan and document puts it first', () => {
  for (const document of searchDocuments) {
    expect(titlesFor(titleOf(document))[0]).toBe(titleOf(document));
    expect(search(document.name).documents[0]?.name).toBe(document.name);
  }
});

test.each(['CXN3', 'cxn3', 'cxn 3', 'Cxn-3', ' ＣＸＮ３ '])('%j finds the plan CXN3 first', (query) => {
  expect(search(query).documents[0]?.address).toBe('/server-hosting#plan-CXN3');
});

test('all pages of the sitemap and all plans can be found, and each synonym belongs to one of them', () => {
  const addresses = searchDocuments.map(({ address }) => address);
  const plans = families.flatMap(({ path, plans: all }) => all.map(({ id }) => `${path}#plan-${id}`));
  expect(addresses.toSorted()).toEqual([...pagePaths, ...plans].toSorted());
  expect(addresses).toEqual(expect.arrayContaining(Object.keys(synonyms)));
});

test('only plans of families that show prices have a price, which says what is with the VAT', () => {
  for (const { path, showsPrices } of families) {
    const plans = searchDocuments.filter(({ address }) => address.startsWith(`${path}#`));
    for (const { text } of plans) expect(/ R\d+ per month (in|ex)cl\. VAT\.$/.test(text)).toBe(showsPrices);
    const texts = JSON.stringify(searchDocuments.filter(({ address }) => address.startsWith(path)));
    if (!showsPrices) expect(texts).not.toMatch(/\bR ?\d/);
  }
});

test('with one wrong word the results only come near; with none right there are none', () => {
  expect(search('privasy polisy')).toMatchObject({ isNear: false });
  expect(search('fibre qwertzuiop')).toMatchObject({ isNear: true });
  expect(titlesFor('fibre qwertzuiop')[0]).toBe('Connectivity');
  for (const nothing of ['', ' ', '!?', 'what is the', 'qzxwvqzxwv', '漢字', '🙂'])
    expect(search(nothing)).toEqual({ documents: [], isNear: false });
});

test.each([
  ['fibre', '?q=fibre'],
  ['load  shedding', '?q=%20load++shedding%20'],
  ['one', '?q=one&q=two'],
  ['', '?x=1'],
  ['', '?q='],
  ['', '?q=%FF%ED%A0%80%00'],
  ['a b   c', '?q=a%00b%0d%0a%E2%80%AEc'],
  ['a'.repeat(maxQueryLength), `?q=${'a'.repeat(8000)}`],
  ['a'.repeat(maxQueryLength - 1), `?q=${'a'.repeat(maxQueryLength - 1)}🙂`],
])('%j is what an address asks for', (query, address) => {
  expect(queryOf(address)).toBe(query);
  expect(cleanQuery(query)).toBe(query);
  expect(pageAddressOf(searchPath + address)).toBe(searchAddress(query));
});

/** The least processor time of ten searches, in milliseconds. */
async function timeOf(query: string): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 10; tries += 1) least = Math.min(least, await processorTime(() => search(query)));
  return least;
}

test.each([
  's c p m a t b r '.repeat(100),
  'sekuritx managemenx connectivitx infrastructurx telecomx softwarx hostinx accountinx backupx',
  'sxinykgbbfq kmhccpyewrj bgkkwavmvit grlouglobnf witfdjbifjc hloeycazx mohexerqq vdhgfjgzz',
])('a long query takes at most five times as long as its words one by one: %.30s', async (typed) => {
  const query = cleanQuery(typed);
  let single = 0;
  for (const word of query.split(' ')) single += await timeOf(word);
  expect(await timeOf(query)).toBeLessThan(5 * single);
});
