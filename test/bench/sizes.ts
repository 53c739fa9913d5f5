import { openBrowser } from '../helpers/browser/browser.ts';
import { budgets, htmlBudget, scriptsIn } from '../helpers/browser/budgets.ts';
import { rawRequest } from '../helpers/network/rawRequest.ts';
import { sitemapPaths, unknownPath } from '../helpers/site/sitemap.ts';
import { firstVisit, noteLoads } from './firstVisit.ts';
import type { Section } from './measurement.ts';
import { startQuietSite } from './processes.ts';

type Sizes = {
  readonly html: number;
  /** The scripts that the page's HTML names. */
  readonly script: number;
  /** All scripts until the network is idle, with preloaded ones. */
  readonly allScript: number;
  readonly fonts: number;
  readonly requests: number;
};

/** Bytes on the wire in a first visit to each page, without header sections of about a kilobyte each. */
export const sizes: Section = async (report) => {
  const site = await startQuietSite();
  await site.logged('response cache compressed');
  const { browser, close } = await openBrowser();
  const bodyBytes = new Map<string, Promise<number>>();
  const bytesOf = (path: string): Promise<number> => {
    const known = bodyBytes.get(path);
    if (known) return known;
    const asked = rawRequest(site.url + path, { headers: { 'Accept-Encoding': 'br' } }).then(({ body }) => body.length);
    bodyBytes.set(path, asked);
    return asked;
  };
  const sum = async (paths: readonly string[]): Promise<number> =>
    (await Promise.all(paths.map(bytesOf))).reduce((total, bytes) => total + bytes, 0);

  const measure = (path: string): Promise<Sizes> =>
    firstVisit(browser, async (page) => {
      const loads = await noteLoads(await page.createCDPSession());
      await page.goto(site.url + path, { waitUntil: 'networkidle0' });
      const pathsOf = (type: string) =>
        loads.filter((load) => load.type === type).map((load) => new URL(load.url).pathname);
      const html = (await rawRequest(site.url + path)).body.toString();
      return {
        html: await bytesOf(path),
        script: await sum(scriptsIn(html)),
        allScript: await sum(pathsOf('Script')),
        fonts: await sum(pathsOf('Font')),
        requests: loads.filter(({ url }) => url.startsWith(site.url)).length,
      };
    });

  const paths = [...(await sitemapPaths(site.url)), '/server-hosting?order=CXN3', unknownPath];
  const all: (Sizes & { readonly path: string })[] = [];
  console.log('  HTML    script  until idle   fonts  requests');
  for (const path of paths) {
    const found = await measure(path);
    all.push({ ...found, path });
    const { html, script, allScript, fonts, requests } = found;
    console.log(
      `  ${[String(html).padStart(5), String(script).padStart(8), String(allScript).padStart(11), String(fonts).padStart(7), String(requests).padStart(9)].join(' ')}  ${path}`,
    );
  }
  const largest = (read: (one: (typeof all)[number]) => number) => Math.max(...all.map(read));
  const unit = 'bytes';
  report({ name: 'pages measured', value: all.length, unit: 'pages' });
  report({
    name: 'largest HTML',
    value: largest(({ html, path }) => html / htmlBudget(path)),
    unit: 'of its budget',
    limit: { atMost: 1 },
    kept: true,
  });
  report({
    name: 'most script that a page names',
    value: largest(({ script }) => script),
    unit,
    limit: { atMost: budgets.script },
    kept: true,
  });
  report({ name: 'most script until idle', value: largest(({ allScript }) => allScript), unit, kept: true });
  report({
    name: 'most fonts',
    value: largest(({ fonts }) => fonts),
    unit,
    limit: { atMost: budgets.fonts },
    kept: true,
  });
  report({ name: 'most requests', value: largest(({ requests }) => requests), unit: 'requests', kept: true });
  await close();
  await site.stop();
};
