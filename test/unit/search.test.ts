import { expect, test } from '@jest/globals';
import { createSearch } from '../../client/search/searchIndex.ts';
import { createResolve, pagePaths } from '../../server/pages/addresses.ts';
import { families } from '../../shared/hosting/catalogue.ts';
import { searchPath } from '../../shared/paths.ts';
import { searchDocuments } from '../../shared/search/documents.ts';
import { cleanQuery, maxQueryLength, queryOf, searchAddress } from '../../shared/search/searchAddress.ts';
import { titleOf } from '../../shared/search/searchDocument.ts';
import { synonyms } from '../../shared/search/synonyms.ts';

const search = createSearch(searchDocuments);
const resolve = createResolve(undefined, []);

function titlesFor(query: string): readonly string[] {
  return search(query).documents.map(titleOf);
}

test.each([
  ['Connectivity', ['fibre', 'fiber', 'firbe', 'Openserve', 'Vumatel', 'internet', 'conectivity', 'LTE', 'failover']],
  ['Pastel Hosting', ['SARS', 'VAT', 'bookkeeping', 'accounting', 'payroll', 'Sage', 'pastle', 'pastel 20 users']],
  ['Privacy Policy', ['POPIA', 'popi act', 'PAIA', 'privasy', 'cookies', 'GDPR', 'paia manual']],
  ['Telecoms', ['cell', 'landline', 'VoIP', 'PABX', 'PBX', 'telephone', 'voicemail', 'telekoms']],
  ['Microsoft 365', ['Office 365', 'O365', 'ofice 365', 'Outlook', 'micosoft', 'office 365 price per user']],
  ['Network Management', ['wifi', 'Wi-Fi', 'WI FI', 'router']],
  ['Prices and payment', ['bank details']],
  ['Is an Invoice Wrong?', ['invoice wrong']],
  ['Cybersecurity', ['hacked', 'ransomware', 'phishing', 'cyber security']],
  ['Managed Infrastructure', ['back-ups UPS', 'disaster recovery', 'NAS']],
  ['VPS Server Hosting', ['vps', 'debian', 'virtual private server', 'vps hosting', 'price', 'pricing', 'prices']],
  ['Service Level Agreement', ['SLA', 'uptime credits']],
  ['Terms of Service', ['how do I cancel']],
  ['Your right to change your mind', ['refund', 'money back']],
  ['When do I have it?', ['when do I have it', 'how long does it take']],
  ['How do I pay and cancel?', ['EFT', 'debit order', 'credit card', 'cancel my hosting']],
  ['Can you move what I have?', ['migrate', 'move my website']],
  ['Where is my data kept?', ['where is my data']],
  ['Get In Touch', ['contact us', 'WhatsApp', 'phone number', 'opening hours']],
  ['Security Services', ['CCTV', 'camera']],
  ['cPanel Hosting', ['ssl', 'SSL certificate', 'https']],
  ['Technical Support', ['my internet is down', 'who do I phone', 'email not working', 'how do I log in']],
  ['About Cirrux Networks', ['who are you', 'directors', 'are you legit', 'is this company real']],
  ['What can I hold you to, and can I change my mind?', ['load-shedding']],
  ['Start-up, Pastel Hosting', ['how much does pastel cost']],
  ['CXN1, VPS Server Hosting', ['cheap vps', 'cheapest']],
  ['Connectivity', ['fibre johannesburg', 'fibre durban', 'fbre']],
  ['SME Standard, Pastel Hosting', ['five users pastel']],
  ['CXN3, VPS Server Hosting', ['CXN3', 'cxn3', 'cxn 3', 'Cxn-3', ' ＣＸＮ３ ']],
])('%s is the first result for what visitors call it or ask in plain words', (title, queries) => {
  for (const query of queries) expect({ query, first: titlesFor(query)[0] }).toEqual({ query, first: title });
});

test('a search for a question finds its answer, and backup finds the answer about backups', () => {
  for (const { kind, name } of searchDocuments) if (kind === 'Answer') expect(titlesFor(name)[0]).toBe(name);
  for (const query of ['backup', 'Backups'])
    expect(search(query).documents[0]).toMatchObject({ kind: 'Answer', name: expect.stringMatching(/back/i) });
  // The pages name these addresses, such as `Terms of Service, section 3`.
  expect(search('which hosting').documents[0]?.address).toBe('/shared-hosting#answer-1');
  expect(search('refund').documents[0]?.address).toBe('/legal/terms-of-service#section-3');
  expect(search('service credits').documents[0]?.address).toBe('/legal/service-level-agreement#section-6');
});

test('a search for a size finds the plans of that size', () => {
  expect(titlesFor('8gb').slice(0, 2)).toEqual(['CXN3, VPS Server Hosting', 'CXN4, VPS Server Hosting']);
  expect(titlesFor('8 GB')).not.toContain('CXN8, VPS Server Hosting');
});

test('a search for the name of a page, service, plan or document shows it first', () => {
  for (const document of searchDocuments) {
    if (document.kind === 'Answer') continue;
    expect(titlesFor(titleOf(document))[0]).toBe(titleOf(document));
    expect(search(document.name).documents[0]?.name).toBe(document.name);
  }
});

test('the search finds all pages of the sitemap and all plans, and each synonym belongs to a page or plan', () => {
  const addresses = searchDocuments.flatMap(({ kind, address }) => (kind === 'Answer' ? [] : [address]));
  const plans = families.flatMap(({ path, plans: all }) => all.map(({ id }) => `${path}#plan-${id}`));
  expect(addresses.toSorted()).toEqual([...pagePaths, ...plans].toSorted());
  expect(addresses).toEqual(expect.arrayContaining(Object.keys(synonyms)));
});

test('only plans of families with prices show a price in the search, with the note on VAT', () => {
  for (const { path, showsPrices } of families) {
    const plans = searchDocuments.filter(({ address }) => address.startsWith(`${path}#plan-`));
    for (const { text } of plans) expect(/ R\d+ per month (in|ex)cl\. VAT\.$/.test(text)).toBe(showsPrices);
    const texts = JSON.stringify(searchDocuments.filter(({ address }) => address.startsWith(path)));
    if (!showsPrices) expect(texts).not.toMatch(/\bR ?\d/);
  }
});

test('a search with an unknown word among others has near results, and a search without a known word has no results', () => {
  expect(search('privasy polisy')).toMatchObject({ isNear: false });
  expect(search('fibre qwertzuiop')).toMatchObject({ isNear: true });
  expect(titlesFor('fibre qwertzuiop')[0]).toBe('Connectivity');
  for (const nothing of ['', ' ', '!?', 'what is the', 'qzxwvqzxwv', '漢字', '🙂'])
    expect(search(nothing)).toEqual({ documents: [], isNear: false });
});

test.each([
  ['fibre', '?q=fibre'],
  ['one', '?q=one&q=two'],
  ['', '?x=1'],
  ['', '?q='],
  ['', '?q=%FF%ED%A0%80%00'],
  ['a b   c', '?q=a%00b%0d%0a%E2%80%AEc'],
  ['a'.repeat(maxQueryLength), `?q=${'a'.repeat(8000)}`],
  ['a'.repeat(maxQueryLength - 1), `?q=${'a'.repeat(maxQueryLength - 1)}🙂`],
])('the search finds the query %j in an address', (query, address) => {
  expect(queryOf(address)).toBe(query);
  expect(cleanQuery(query)).toBe(query);
  expect(resolve({ url: searchPath + address, headers: {} })).toMatchObject({ address: searchAddress(query) });
});
