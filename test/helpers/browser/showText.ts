/**
 * Opens a browser that paints a page; exits with an error if that fails.
 *   node test/helpers/browser/showText.ts KIND FOUND    FOUND: JSON `{executablePath, environment}`
 */
import { hang } from '../hang.ts';
import { type BrowserKind, type FoundBrowser, openBrowser } from './browser.ts';

// Without fonts the browser shows no text, and crashes on a field.
const page = '<span>Text</span><dialog open>Text <input value="Text"></dialog>';

const [kind, found = ''] = process.argv.slice(2);
const { browser, close } = await openBrowser({
  kind: kind as BrowserKind,
  found: JSON.parse(found) as FoundBrowser,
});
try {
  const tab = await browser.newPage();
  await tab.goto(`data:text/html;charset=utf-8,${encodeURIComponent(page)}`, { timeout: hang });
  await tab.screenshot();
  const width = await tab.$eval('span', ({ offsetWidth }) => offsetWidth);
  if (width === 0) throw new Error('Text has no width');
} finally {
  await close();
}
