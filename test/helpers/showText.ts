/**
 * Opens a browser and has it paint a page; ends badly when it cannot.
 *   node test/helpers/showText.ts KIND FOUND    FOUND: JSON `{executablePath, environment}`
 */
import { type BrowserKind, type FoundBrowser, openBrowser } from './browser.ts';

// Without fonts, text is nothing, and a field the end of the browser.
const page = '<span>Text</span><dialog open>Text <input value="Text"></dialog>';

const [kind, found = ''] = process.argv.slice(2);
const { browser, close } = await openBrowser(kind as BrowserKind, JSON.parse(found) as FoundBrowser);
try {
  const tab = await browser.newPage();
  await tab.goto(`data:text/html;charset=utf-8,${encodeURIComponent(page)}`, { timeout: 10_000 });
  await tab.screenshot();
  const width = await tab.$eval('span', ({ offsetWidth }) => offsetWidth);
  if (width === 0) throw new Error('Text has no width');
} finally {
  await close();
}
