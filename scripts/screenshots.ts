/**
 * Starts the built site and writes screenshots of its pages, in both themes and at three widths, to `screenshots`.
 *   node scripts/screenshots.ts [part of a path ...]    every page, or those whose path contains one of the parts
 *   node scripts/screenshots.ts --gallery               the two pictures of the README, to `docs/gallery`
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, ScreenshotOptions } from 'puppeteer';
import { faceLoaded, hydrated, openBrowser, watchHydration } from '../test/helpers/browser/browser.ts';
import { startSite } from '../test/helpers/site/site.ts';
import { sitemapPaths, unknownPath } from '../test/helpers/site/sitemap.ts';

type Theme = 'dark' | 'light';

const root = path.resolve(import.meta.dirname, '..');
const themes: readonly Theme[] = ['dark', 'light'];
const widths = [360, 768, 1440];

type Shot = { readonly theme: Theme; readonly address: string; readonly width: number };

async function shoot(browser: Browser, { theme, address, width }: Shot, options: ScreenshotOptions): Promise<void> {
  const page = await browser.newPage();
  await page.setViewport({ width, height: 900 });
  // Skips the entrance animations.
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  await page.evaluateOnNewDocument((kept) => localStorage.setItem('theme', kept), theme);
  await watchHydration(page);
  await page.goto(address);
  await hydrated(page);
  await faceLoaded(page);
  mkdirSync(path.dirname(options.path ?? ''), { recursive: true });
  // If it captures beyond the viewport, Chromium sometimes shows a page between two layouts.
  await page.screenshot({ ...options, captureBeyondViewport: false });
  await page.close();
}

function nameOf(address: string): string {
  return address.slice(1).replaceAll('/', '-') || 'home';
}

async function everyPage(browser: Browser, url: string, parts: readonly string[]): Promise<void> {
  const wanted = [...(await sitemapPaths(url)), unknownPath].filter(
    (address) => parts.length === 0 || parts.some((part) => address.includes(part)),
  );
  for (const theme of themes)
    for (const address of wanted)
      for (const width of widths) {
        const file = path.join(root, 'screenshots', theme, String(width), `${nameOf(address)}.png`) as `${string}.png`;
        await shoot(browser, { theme, address: url + address, width }, { path: file, fullPage: true });
        console.log(path.relative(root, file));
      }
}

async function gallery(browser: Browser, url: string): Promise<void> {
  const shots = [
    { name: 'home-dark', theme: 'dark', address: `${url}/`, width: 1440 },
    {
      name: 'plan-finder-light',
      theme: 'light',
      address: `${url}/server-hosting?ram=8&budget=1500#plans`,
      width: 1440,
    },
  ] as const;
  for (const { name, ...shot } of shots)
    await shoot(browser, shot, {
      path: path.join(root, `docs/gallery/${name}.webp`) as `${string}.webp`,
      type: 'webp',
      quality: 80,
    });
}

const site = await startSite({ LOG_LEVEL: 'info' });
const { browser, close } = await openBrowser();
try {
  const parameters = process.argv.slice(2);
  if (parameters.includes('--gallery')) await gallery(browser, site.url);
  else await everyPage(browser, site.url, parameters);
} finally {
  await close();
  await site.stop();
}
