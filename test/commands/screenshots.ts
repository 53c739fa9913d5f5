/**
 * Starts the built site and writes screenshots of its pages, in both themes and at three widths, to `screenshots`.
 *   node test/commands/screenshots.ts [part of a path ...]    every page, or those whose path contains one of the parts
 *   node test/commands/screenshots.ts --gallery               the picture of the README, to `docs/gallery`
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { ScreenshotOptions } from 'puppeteer';
import { faceLoaded, hydrated, openBrowser, watchHydration } from '../helpers/browser/browser.ts';
import { startSite } from '../helpers/site/site.ts';
import { sitemapPaths, unknownPath } from '../helpers/site/sitemap.ts';

type Shot = { readonly theme: string; readonly width: number; readonly address: string } & ScreenshotOptions;

process.chdir(path.resolve(import.meta.dirname, '../..'));
const site = await startSite({ LOG_LEVEL: 'info' });
const { browser, close } = await openBrowser();

async function shoot({ theme, width, address, ...options }: Shot): Promise<void> {
  const page = await browser.newPage();
  await page.setViewport({ width, height: 900 });
  // Skips the entrance animations.
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  await page.evaluateOnNewDocument((kept) => localStorage.setItem('theme', kept), theme);
  await watchHydration(page);
  await page.goto(site.url + address);
  await hydrated(page);
  await faceLoaded(page);
  mkdirSync(path.dirname(options.path ?? ''), { recursive: true });
  // In Chromium, a capture beyond the viewport sometimes shows the page in the middle of a change of its layout.
  await page.screenshot({ ...options, captureBeyondViewport: false });
  await page.close();
  console.log(options.path);
}

const gallery: readonly Shot[] = [
  { theme: 'dark', width: 1440, address: '/', path: 'docs/gallery/home-dark.webp', quality: 80 },
];

async function everyPage(parts: readonly string[]): Promise<readonly Shot[]> {
  return [...(await sitemapPaths(site.url)), unknownPath]
    .filter((address) => parts.length === 0 || parts.some((part) => address.includes(part)))
    .flatMap((address) => ['dark', 'light'].map((theme) => ({ address, theme })))
    .flatMap((shot) => [360, 768, 1440].map((width) => ({ ...shot, width })))
    .map(({ address, theme, width }) => {
      const file = `screenshots/${theme}/${width}/${address.slice(1).replaceAll('/', '-') || 'home'}.png` as const;
      return { address, theme, width, path: file, fullPage: true };
    });
}

try {
  const parameters = process.argv.slice(2);
  for (const shot of parameters.includes('--gallery') ? gallery : await everyPage(parameters)) await shoot(shot);
} finally {
  await close();
  await site.stop();
}
