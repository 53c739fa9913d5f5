import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { families } from '../../shared/hosting/catalogue.ts';
import { askAddress, chatPath, orderAddress } from '../../shared/paths.ts';
import { pageKinds } from '../helpers/browser/pageKinds.ts';
import { rawRequest } from '../helpers/network/rawRequest.ts';
import { startApp } from '../helpers/site/app.ts';
import { sitemapPaths } from '../helpers/site/sitemap.ts';
import { foundTools } from '../helpers/tools/debianTool.ts';
import { directoryUntilEnd, untilEnd } from '../helpers/untilEnd.ts';
import { postForm } from '../helpers/visitor/posts.ts';
import { person } from '../helpers/visitor/visitor.ts';

const { htmlChecker: jar = '' } = foundTools();

/** Messages that are no fault: about CSS that the checker does not know yet, and about the way in which React writes HTML. */
const accepted = [
  // https://developer.mozilla.org/docs/Web/CSS/CSS_anchor_positioning
  /^CSS: “(anchor-name|position-anchor|position-area|position-try-fallbacks)”: Property “\1” doesn't exist\.$/,
  /^CSS: “top”: “anchor\(bottom\)” is not a “top” value\.$/,
  // https://developer.mozilla.org/docs/Web/CSS/CSS_containment/Container_queries
  /^CSS: (“container-type”: Property “container-type” doesn't exist\.|Unrecognized at-rule “@container”)$/,
  // The checker only knows rel=stylesheet, not rel=expect: https://html.spec.whatwg.org/#link-type-expect
  /^A “link” element with a “blocking” attribute must have a “rel” attribute whose value is “stylesheet”\.$/,
  /^Trailing slash on void elements has no effect/,
  // VoiceOver needs the role where the items have no markers (`client/theme/globalStyles.ts`).
  /^The “list” role is unnecessary for element “[uo]l”\.$/,
];

type Message = { readonly url?: string; readonly message: string; readonly extract?: string };

/** The errors and warnings of the Nu Html Checker. `documents`: HTML by names. A run takes 5 s, so one run checks all documents. */
function htmlFaults(documents: ReadonlyMap<string, string>): readonly string[] {
  const folder = directoryUntilEnd();
  const names = [...documents.keys()];
  for (const [index, html] of [...documents.values()].entries())
    writeFileSync(path.join(folder, `${index}.html`), html);
  const { stdout, stderr } = spawnSync(
    'java',
    // The checker needs a large stack. Java compiles only at level 1: better compilation would take longer than it saves.
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
}

const site = await untilEnd(startApp({ CHAT_WIDGET_SRC: 'https://chat.example/widget.js', SUBMISSION_LIMIT: '3' }));

/** Addresses that are checked besides those of the sitemap, such as of an order dialog. */
const variants = [
  ...pageKinds,
  chatPath,
  askAddress('server-hosting'),
  ...families.map((family) => orderAddress(family.path, family.plans[0]?.id ?? '')),
];

// `test/commands/prepareTools.ts` fetches the checker only if the machine has Java.
(jar ? test : test.skip)(`the HTML of every page is valid${jar ? '' : ' (skipped: needs Java)'}`, async () => {
  const documents = new Map<string, string>();
  const order = { ...person, plan: 'CXN3' };
  const result = (await postForm(site, order).expect(303)).get('Location') ?? '';
  for (const address of [...(await sitemapPaths(site.url)), ...variants, result])
    documents.set(address, (await rawRequest(site.url + address)).body.toString());
  for (const [name, fields, origin, expected] of [
    ['an order with a fault', { email: 'thandiwe' }, site.url, 400],
    ['an order without a plan', { plan: '' }, site.url, 400],
    ["an order from another site's page", {}, 'https://other.example', 403],
    ['an order over the limit', { message: 'Another order' }, site.url, 429],
  ] as const) {
    const { status, text } = await postForm(site, { ...order, ...fields }).set('Origin', origin);
    expect([name, status]).toEqual([name, expected]);
    documents.set(name, text);
  }
  for (const [name, html] of documents)
    expect([name, html.slice(0, 15).toLowerCase()]).toEqual([name, '<!doctype html>']);
  expect(htmlFaults(documents)).toEqual([]);
});
