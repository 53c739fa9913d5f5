import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Site, startSite } from '../harness/site.ts';
import { storedIn } from '../harness/stored.ts';
import { person } from '../harness/visitor.ts';

const hasLynx = spawnSync('lynx', ['-version']).error === undefined;

let site: Site;
let folder: string;
beforeAll(async () => {
  site = await startSite();
  folder = mkdtempSync(path.join(tmpdir(), 'lynx-'));
});
afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

const enter = '^J';
const next = '^I';
const typed = (text: string): string[] => [...text].map((letter) => (letter === ' ' ? '<space>' : letter));
/** Lynx puts the line found at the top of its screen, and its cursor on the first link or field there. */
const find = (text: string): string[] => ['/', ...typed(text), enter];

/** Presses keys in Lynx, and says what it shows as text at the end. */
const lynx = (address: string, keys: readonly string[]): void => {
  const script = path.join(folder, 'keys');
  writeFileSync(script, [...keys, 'Q'].map((key) => `key ${key}\n`).join(''));
  spawnSync('lynx', ['-nopause', `-cmd_script=${script}`, site.url + address], {
    env: { PATH: process.env.PATH, HOME: folder, TERM: 'vt100', LINES: '24', COLUMNS: '80' },
    timeout: 30_000,
  });
};

const testWithLynx = hasLynx ? test : test.skip;
testWithLynx(`a text browser places an order${hasLynx ? '' : ' (skipped: apt-get install lynx)'}`, () => {
  lynx('/server-hosting', [
    ...find('(CXN3)'),
    enter,
    ...find('Full Name'),
    ...[person.name, person.email, person.phone, person.company].flatMap((text) => [...typed(text), next]),
    // Past the requirements and Cancel.
    next,
    next,
    enter,
  ]);
  expect(storedIn(site.dataDirectory)).toEqual([expect.objectContaining({ kind: 'order', plan_id: 'CXN3' })]);
  const [{ reference = '' } = {}] = storedIn(site.dataDirectory);
  const shown = spawnSync('lynx', ['-dump', `${site.url}/server-hosting?submitted=${reference}`], { encoding: 'utf8' });
  expect(shown.stdout).toContain('Order Submitted!');
  expect(shown.stdout).toContain(reference);
});
