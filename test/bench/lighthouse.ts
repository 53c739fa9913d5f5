import { sitemapPaths } from '../helpers/site/sitemap.ts';
import { launch } from './firstVisit.ts';
import { type LighthouseResult, loadLighthouse } from './lighthouseTool.ts';
import { median, type Section } from './measurement.ts';
import { startBareServer, startWarmSite } from './processes.ts';
import { pagesWithoutScripts } from './withoutScripts.ts';

/** How many times each page is audited. With fewer runs (`BENCH_RUNS`) the benchmark is quicker, but noisier. */
const runs = Number(process.env.BENCH_RUNS ?? 3);
const judged = { accessibility: 'accessibility', 'best-practices': 'best practices', seo: 'SEO' } as const;
/** Audits only the paths that contain this text, such as `/legal`. */
const chosen = process.env.BENCH_PAGES ?? '';

/** The findings of the audits that reduce a category's score. */
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

function points({ categories }: LighthouseResult, category: string): number {
  return (categories[category]?.score ?? 0) * 100;
}

/** Figures of several runs of a page: medians in points or milliseconds, and `shift`, the greatest layout shift of all runs. */
function figuresOf(results: readonly LighthouseResult[]) {
  const middle = (read: (result: LighthouseResult) => number | undefined) =>
    median(results.map((result) => read(result) ?? Number.POSITIVE_INFINITY));
  return {
    points: middle((result) => points(result, 'performance')),
    blocking: middle(({ audits }) => audits['total-blocking-time']?.numericValue),
    picture: middle(({ audits }) => audits['largest-contentful-paint']?.numericValue),
    shift: Math.max(...results.map(({ audits }) => audits['cumulative-layout-shift']?.numericValue ?? 1)),
  };
}
type Figures = ReturnType<typeof figuresOf>;

/** Lighthouse's mobile audit of every page, and of the same page without scripts from a bare server. */
export const lighthouse: Section = async (report, untilEnd) => {
  const audit = await loadLighthouse();
  const site = await untilEnd(startWarmSite());
  const paths = (await sitemapPaths(site.url)).filter((path) => path.includes(chosen));
  const bare = await untilEnd(startBareServer(await pagesWithoutScripts(site.url, paths)));
  const { browser } = await untilEnd(launch());
  const port = Number(new URL(browser.wsEndpoint()).port);

  const look = async (url: string, ...more: readonly string[]): Promise<LighthouseResult> => {
    const onlyCategories = ['performance', ...more];
    // On a busy machine, the beginning of the browser's trace may be missing. So a failed audit is repeated, at most twice.
    for (let attempt = 1; ; attempt += 1) {
      const result = await audit(url, { port, onlyCategories, logLevel: 'error' });
      if (result && !result.lhr.runtimeError) return result.lhr;
      if (attempt === 3) throw new Error(`${url}: ${result?.lhr.runtimeError?.message}`);
    }
  };

  const firsts: LighthouseResult[] = [];
  const figures: { readonly ours: Figures; readonly plain: Figures }[] = [];
  for (const path of paths) {
    const first = await look(site.url + path, ...Object.keys(judged));
    const [own, bared] = [[first], [await look(bare.url + path)]];
    for (let run = 1; run < runs; run += 1) {
      own.push(await look(site.url + path));
      bared.push(await look(bare.url + path));
    }
    const [ours, plain] = [figuresOf(own), figuresOf(bared)];
    firsts.push(first);
    figures.push({ ours, plain });
    const shown = ({ points: all, blocking, picture }: Figures) =>
      `${all.toFixed(0)} points, blocking ${blocking.toFixed(0)} ms, largest picture ${picture.toFixed(0)} ms`;
    console.log(`  ${path}: ${shown(ours)}; without scripts ${shown(plain)}`);
    for (const fault of faultsOf(first)) console.log(`    ${fault}`);
  }

  report('runs a page', runs, 'runs');
  for (const [category, name] of Object.entries(judged))
    report(`lowest ${name}`, Math.min(...firsts.map((first) => points(first, category))), 'points', { atLeast: 100 });
  const most = (read: (figure: (typeof figures)[number]) => number) => Math.max(...figures.map(read));
  const behind = most(({ ours, plain }) => plain.points - ours.points);
  const blockingMore = most(({ ours, plain }) => ours.blocking - plain.blocking);
  report('lowest performance', -most(({ ours }) => -ours.points), 'points');
  report('furthest behind the same page without scripts', behind, 'points', { atMost: 0 });
  report('most blocking time beyond the page without scripts', blockingMore, 'ms', { atMost: 50 });
  report('slowest largest picture', most(({ ours }) => ours.picture) / 1000, 's', { atMost: 0.8 });
  report(
    'most layout shift',
    most(({ ours }) => ours.shift),
    'CLS',
    { atMost: 0 },
  );
};
