// `npm run dates`: if the text of a page has changed, records the new text and today's date in `server/pages/lastModified.json`.
import { writeFileSync } from 'node:fs';
import lastModified from '../../server/pages/lastModified.json' with { type: 'json' };
import { textHash } from '../helpers/site/pageText.ts';
import { startSite } from '../helpers/site/site.ts';
import { sitemapPaths } from '../helpers/site/sitemap.ts';

const known: { readonly [page: string]: { readonly date: string; readonly text: string } } = lastModified;
const today = new Date().toISOString().slice(0, 10);
const site = await startSite({}, { responseCache: false });
try {
  const lines: string[] = [];
  for (const page of await sitemapPaths(site.url)) {
    const text = await textHash(site.url, page);
    const date = known[page]?.text === text ? known[page].date : today;
    if (known[page]?.text !== text) console.log(`${date} ${page}`);
    lines.push(`  ${JSON.stringify(page)}: { "date": "${date}", "text": "${text}" }`);
  }
  writeFileSync('server/pages/lastModified.json', `{\n${lines.join(',\n')}\n}\n`);
} finally {
  await site.stop();
}
