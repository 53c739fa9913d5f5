import { budgets, htmlBudget, scriptsIn } from '../helpers/browser/budgets.ts';
import { rawRequest } from '../helpers/network/rawRequest.ts';
import { sitemapPaths, unknownPath } from '../helpers/site/sitemap.ts';
import { firstVisit, launch, noteLoads } from './firstVisit.ts';
import type { Section } from './measurement.ts';
import { startWarmSite } from './processes.ts';

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
export const sizes: Section = async (report, untilEnd) => {
  const site = await untilEnd(startWarmSite());
  const { browser } = await untilEnd(launch());
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
  report('pages measured', all.length, 'pages', 'aside');
  report(
    'largest HTML',
    largest(({ html, path }) => html / htmlBudget(path)),
    'of its budget',
    { atMost: 1 },
  );
  report(
    'most script that a page names',
    largest(({ script }) => script),
    unit,
    { atMost: budgets.script },
  );
  report(
    'most script until idle',
    largest(({ allScript }) => allScript),
    unit,
  );
  report(
    'most fonts',
    largest(({ fonts }) => fonts),
    unit,
    { atMost: budgets.fonts },
  );
  report(
    'most requests',
    largest(({ requests }) => requests),
    'requests',
  );
};
