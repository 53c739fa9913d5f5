import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Site, startSite } from '../helpers/site/site.ts';
import { storedIn } from '../helpers/store/stored.ts';
import { person } from '../helpers/visitor/visitor.ts';

function isThere(program: string): boolean {
  return spawnSync(program, ['-V']).error === undefined;
}
const missing = ['lynx', 'tmux'].filter((program) => !isThere(program));

let site: Site;
let folder: string;
beforeAll(async () => {
  site = await startSite();
  folder = mkdtempSync(path.join(tmpdir(), 'lynx-'));
});
afterAll(async () => {
  tmux('kill-server');
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

const enter = '^J';
const next = '^I';
function typed(text: string): string[] {
  return [...text].map((letter) => (letter === ' ' ? '<space>' : letter));
}
/** The keys of a search: Lynx scrolls to the line found and selects the first link or field there. */
function find(text: string): string[] {
  return ['/', ...typed(text), enter];
}

function tmux(...parameters: string[]): string {
  return spawnSync('tmux', ['-S', path.join(folder, 'tmux'), ...parameters], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: folder, TERM: 'xterm', LANG: 'C.UTF-8' },
  }).stdout;
}

/** Runs Lynx with these keys on a terminal of 80 columns and 24 lines. */
function openLynx(address: string, keys: readonly string[]): void {
  const script = path.join(folder, 'keys');
  writeFileSync(script, keys.map((key) => `key ${key}\n`).join(''));
  tmux('new-session', '-d', '-x', '80', '-y', '24', `lynx -nopause -cmd_script=${script} ${site.url}${address}`);
}

const testWithLynx = missing.length === 0 ? test : test.skip;
const skipped = missing.length === 0 ? '' : ` (skipped: apt-get install ${missing.join(' ')})`;
testWithLynx(`a text browser places an order, and its first screen then shows the result${skipped}`, async () => {
  openLynx('/server-hosting', [
    ...find('(CXN3)'),
    enter,
    ...find('Full Name'),
    ...[person.name, person.email, person.phone, person.company].flatMap((text) => [...typed(text), next]),
    // Skip the two choices, the requirements, the link, the honeypot and Cancel.
    next,
    next,
    next,
    next,
    next,
    enter,
  ]);
  await site.waitForLog(({ msg }) => msg === 'submission stored');
  const [{ reference = 'none', ...order } = {}] = storedIn(site.dataDirectory);
  expect(order).toMatchObject({ kind: 'order', plan_id: 'CXN3', name: person.name });
  let screen = '';
  // Lynx has no event for a complete screen.
  while (!screen.includes('What Happens Next')) screen = tmux('capture-pane', '-p');
  expect(screen).toContain('Order Submitted!');
  expect(screen).toContain("We'll contact you shortly to confirm your order.");
  expect(screen).toContain(`Reference ${reference}`);
});
