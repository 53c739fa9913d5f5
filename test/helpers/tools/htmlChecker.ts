import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { foundTools } from './debianTool.ts';

const { htmlChecker: jar = '' } = foundTools();

/** Whether the machine has a Java, and the checker could be fetched. */
export const hasHtmlChecker = jar !== '';

/** Messages about CSS that the checker does not know yet, and about React's way of writing HTML. */
const accepted = [
  // https://developer.mozilla.org/docs/Web/CSS/CSS_anchor_positioning
  /^CSS: “(anchor-name|position-anchor|position-area|position-try-fallbacks)”: Property “\1” doesn't exist\.$/,
  /^CSS: “top”: “anchor\(bottom\)” is not a “top” value\.$/,
  // https://developer.mozilla.org/docs/Web/CSS/CSS_containment/Container_queries
  /^CSS: (“container-type”: Property “container-type” doesn't exist\.|Unrecognized at-rule “@container”)$/,
  // It only knows rel=stylesheet, not rel=expect: https://html.spec.whatwg.org/#link-type-expect
  /^A “link” element with a “blocking” attribute must have a “rel” attribute whose value is “stylesheet”\.$/,
  /^Trailing slash on void elements has no effect/,
];

type Message = { readonly url?: string; readonly message: string; readonly extract?: string };

/** The errors and warnings of the Nu Html Checker in the documents, by name. One run takes about 5 s. */
export function htmlFaults(documents: ReadonlyMap<string, string>): readonly string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'html-'));
  const names = [...documents.keys()];
  try {
    for (const [index, html] of [...documents.values()].entries())
      writeFileSync(path.join(folder, `${index}.html`), html);
    const { stdout, stderr } = spawnSync(
      'java',
      // The checker needs a large stack. More compilation would take longer than it saves.
      ['-Xss8m', '-XX:TieredStopAtLevel=1', '-jar', jar, '--exit-zero-always', '--stdout', '--format', 'json', folder],
      { encoding: 'utf8', maxBuffer: 2 ** 28 },
    );
    if (!stdout) throw new Error(stderr);
    const { messages } = JSON.parse(stdout) as { readonly messages: readonly Message[] };
    return messages
      .filter(({ message }) => !accepted.some((pattern) => pattern.test(message)))
      .map(({ url = '', message, extract = '' }) => {
        const name = names[Number.parseInt(path.basename(url), 10)] ?? url;
        return `${name}: ${message} ${extract.replaceAll('\n', ' ')}`;
      });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
