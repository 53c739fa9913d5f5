// Dates the pages whose text has changed since `server/pages/lastModified.ts` was written: `npm run dates`.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { lastModified } from '../server/pages/lastModified.ts';
import { textHash } from '../test/helpers/site/pageText.ts';
import { startSite } from '../test/helpers/site/site.ts';
import { sitemapPaths } from '../test/helpers/site/sitemap.ts';

const file = path.resolve(import.meta.dirname, '../server/pages/lastModified.ts');
const today = new Date().toISOString().slice(0, 10);

const site = await startSite({}, { responseCache: false });
try {
  const lines: string[] = [];
  for (const page of await sitemapPaths(site.url)) {
    const text = await textHash(site.url, page);
    const known = lastModified[page];
    const date = known?.text === text ? known.date : today;
    if (known?.text !== text) console.log(`${date} ${page}`);
    lines.push(`  '${page}': { date: '${date}', text: '${text}' },`);
  }
  writeFileSync(
    file,
    `type Modified = { readonly date: string; readonly text: string };

/** When the text of each page last changed, and a hash of that text. \`npm run dates\` renews both. */
export const lastModified: { readonly [path: string]: Modified } = {
${lines.join('\n')}
};
`,
  );
} finally {
  await site.stop();
}
