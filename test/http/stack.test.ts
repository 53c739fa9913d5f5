import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import request from 'supertest';
import { startSite } from '../helpers/site/site.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { contactMessage, submissionsPath } from '../helpers/visitor/visitor.ts';

const root = path.resolve(import.meta.dirname, '../..');
const assets = path.join(root, 'dist/client/assets');
const main = readdirSync(assets).find((name) => /^main\..*\.js$/.test(name)) ?? '';

/** The place of a text in a file as in a stack trace: line and column, both from 1. */
function placeOf(text: string, file: string): string {
  const lines = readFileSync(file, 'utf8').split('\n');
  const line = lines.findIndex((one) => one.includes(text));
  return `${line + 1}:${(lines[line]?.indexOf(text) ?? 0) + 1}`;
}

const site = await untilEnd(startSite());

test('npm run stack maps a logged client error to source lines', async () => {
  // A text that occurs once in the source and, in other quotes, once in the build.
  const source = 'client/reporting/watchPage.ts';
  const inSource = placeOf("'unhandledrejection'", path.join(root, source));
  const inBuild = placeOf('"unhandledrejection"', path.join(assets, main));
  const stack = `Error: boom\n    at watch (${site.url}/assets/${main}:${inBuild})\n    at ${site.url}/assets/old.js:1:2`;
  await request(site.url)
    .post('/client-events')
    .send({ type: 'error', kind: 'error', path: '/support', message: 'Error: boom', stack })
    .expect(204);
  await site.waitForLog(({ msg }) => msg === 'client error');

  const { stdout } = spawnSync(process.execPath, [path.join(root, 'scripts/stack.ts')], {
    input: site.output(),
    encoding: 'utf8',
  });

  expect(stdout).toContain('/support Error: boom');
  expect(stdout).toContain(`at watch (./${source}:${inSource})`);
  expect(stdout).toContain('/assets/old.js:1:2 (not of this build)');
  expect(stdout).not.toContain('listening');
});

test('source maps are not served, and no script names one', async () => {
  const maps = readdirSync(path.join(root, 'dist/client/maps'));
  expect(maps).toContain(`${main}.map`);
  for (const address of ['/assets/', '/maps/', '/assets/../maps/', '/client/maps/', '/'])
    await request(site.url).get(`${address}${main}.map`).expect(404);
  for (const name of readdirSync(assets).filter((name) => name.endsWith('.js')))
    expect(readFileSync(path.join(assets, name), 'utf8')).not.toContain('sourceMappingURL');
});

test('a stack in the log names lines of the sources', async () => {
  rmSync(site.dataDirectory, { recursive: true });
  await request(site.url).post(submissionsPath).send(contactMessage).expect(503);
  const { err } = await site.waitForLog(({ msg }) => msg === 'submission not stored');
  expect((err as Error).stack).toMatch(/server\/[\w/]+\.ts:\d+:\d+/);
});
