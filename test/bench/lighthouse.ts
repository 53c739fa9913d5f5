import { sitemapPaths } from '../helpers/site/sitemap.ts';
import { launch } from './firstVisit.ts';
import { type LighthouseResult, loadLighthouse } from './lighthouseTool.ts';
import { median, type Section } from './measurement.ts';
import { startBareServer, startWarmSite } from './processes.ts';
import { pagesWithoutScripts } from './withoutScripts.ts';

/** `BENCH_RUNS` can reduce this: quicker, but noisier. */
const runs = Number(process.env.BENCH_RUNS ?? 3);
const performanceOnly = ['performance'];
const judged = { accessibility: 'accessibility', 'best-practices': 'best practices', seo: 'SEO' } as const;
/** Audits only the paths that contain this text, such as `/legal`. */
const chosen = process.env.BENCH_PAGES ?? '';

/** The audits that reduce a category's score, with their findings. */
function faultsOf({ audits, categories }: LighthouseResult): readonly string[] {
  return Object.keys(judged).flatMap((category) =>
    (categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const audit = audits[id];
      if (!audit || weight === 0 || audit.score === null || audit.score === 1) return [];
      const items = JSON.stringify(audit.details?.items ?? []).slice(0, 400);
      return [`${category}: ${id}: ${audit.title} ${audit.displayValue ?? ''} ${items}`];
    }),
  );
}

function numeric(result: LighthouseResult, audit: string): number {
  return result.audits[audit]?.numericValue ?? Number.POSITIVE_INFINITY;
}
function points(result: LighthouseResult, category: string): number {
  return (result.categories[category]?.score ?? 0) * 100;
}

/** Lighthouse's mobile audit of every page, and of the same page without scripts from a bare server. */
export const lighthouse: Section = async (report, untilEnd) => {
  const audit = await loadLighthouse();
  const site = await untilEnd(startWarmSite());
  const paths = (await sitemapPaths(site.url)).filter((path) => path.includes(chosen));
  const bare = await untilEnd(startBareServer(await pagesWithoutScripts(site.url, paths)));
  const { browser } = await untilEnd(launch());
  const port = Number(new URL(browser.wsEndpoint()).port);

  const look = async (url: string, onlyCategories: readonly string[]): Promise<LighthouseResult> => {
    // On a busy machine the beginning of the browser's trace is sometimes missing.
    for (let attempt = 1; ; attempt += 1) {
      const result = await audit(url, { port, onlyCategories, logLevel: 'error', output: 'json' });
      if (result && !result.lhr.runtimeError) return result.lhr;
      if (attempt === 3) throw new Error(`${url}: ${result?.lhr.runtimeError?.message}`);
    }
  };

  const lowest = { accessibility: 100, 'best-practices': 100, seo: 100 };
  const figures: { points: number; behind: number; blockingMore: number; picture: number; shift: number }[] = [];
  console.log('  a11y  best   SEO  performance  without  blocking  without  largest picture  without');
  for (const path of paths) {
    const ours: LighthouseResult[] = [];
    const plain: LighthouseResult[] = [];
    for (let run = 0; run < runs; run += 1) {
      ours.push(
        await look(site.url + path, run === 0 ? [...performanceOnly, ...Object.keys(judged)] : performanceOnly),
      );
      plain.push(await look(bare.url + path, performanceOnly));
    }
    const [first] = ours;
    if (!first) continue;
    for (const category of Object.keys(lowest) as (keyof typeof lowest)[])
      lowest[category] = Math.min(lowest[category], points(first, category));
    const middle = (results: readonly LighthouseResult[], read: (result: LighthouseResult) => number) =>
      median(results.map(read));
    const performancePoints = (result: LighthouseResult) => points(result, 'performance');
    const blocking = (result: LighthouseResult) => numeric(result, 'total-blocking-time');
    const largest = (result: LighthouseResult) => numeric(result, 'largest-contentful-paint');
    const found = {
      points: middle(ours, performancePoints),
      behind: middle(plain, performancePoints) - middle(ours, performancePoints),
      blockingMore: middle(ours, blocking) - middle(plain, blocking),
      picture: middle(ours, largest),
      shift: Math.max(...ours.map((result) => numeric(result, 'cumulative-layout-shift'))),
    };
    figures.push(found);
    const cells = [
      ...Object.keys(judged).map((category) => points(first, category).toFixed(0).padStart(4)),
      found.points.toFixed(0).padStart(11),
      middle(plain, performancePoints).toFixed(0).padStart(7),
      `${middle(ours, blocking).toFixed(0)} ms`.padStart(8),
      `${middle(plain, blocking).toFixed(0)} ms`.padStart(7),
      `${found.picture.toFixed(0)} ms`.padStart(15),
      `${middle(plain, largest).toFixed(0)} ms`.padStart(7),
    ];
    console.log(`  ${cells.join('  ')}  ${path}`);
    for (const fault of faultsOf(first)) console.log(`    ${fault}`);
  }

  report('pages measured', figures.length, 'pages', 'aside');
  report('runs a page', runs, 'runs');
  for (const [category, name] of Object.entries(judged))
    report(`lowest ${name}`, lowest[category as keyof typeof lowest], 'points', { atLeast: 100 });
  const most = (read: (figure: (typeof figures)[number]) => number) => Math.max(...figures.map(read));
  report('lowest performance', -most((figure) => -figure.points), 'points');
  report(
    'furthest behind the same page without scripts',
    most(({ behind }) => behind),
    'points',
    { atMost: 0 },
  );
  report(
    'most blocking time beyond the page without scripts',
    most(({ blockingMore }) => blockingMore),
    'ms',
    { atMost: 50 },
  );
  report('slowest largest picture', most(({ picture }) => picture) / 1000, 's', { atMost: 0.8 });
  report(
    'most layout shift',
    most(({ shift }) => shift),
    'CLS',
    { atMost: 0 },
  );
};
