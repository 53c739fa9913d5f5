import { expect, test } from '@jest/globals';
import request, { type Test } from 'supertest';
import { startSite } from '../helpers/site/site.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const site = await untilEnd(startSite({ TRUST_PROXY: '1' }));

let sender = 0;
/** Posts from a new address each time, so that only the rate limit's test reaches the limit. */
function post(address = `10.0.0.${++sender}`): Test {
  return request(site.url).post('/client-events').set('X-Forwarded-For', address);
}

test('a client error reaches the log truncated, scrubbed and without unknown fields', async () => {
  await post()
    .send({
      type: 'error',
      kind: 'error',
      path: '/contact?name=Thandi',
      message: `Cannot reach thandi@example.com or +27 82 555 0100 at https://site.example/a?token=secret ${'x'.repeat(900)}`,
      stack: 'Error\n    at f (http://localhost/assets/main.js:1:2345)',
      line: 1,
      column: 2345,
      password: 'hunter2',
    })
    .expect(204);
  const line = await site.waitForLog(({ msg }) => msg === 'client error');
  expect(line).toMatchObject({ kind: 'error', path: '/contact', line: 1, column: 2345 });
  expect(line.message).toMatch(/^Cannot reach \[email\] or \[number\] at https:\/\/site\.example\/a x+$/);
  expect(String(line.message)).toHaveLength(500);
  expect(line.stack).toContain('main.js:1:2345');
  expect(JSON.stringify(line)).not.toMatch(/hunter2|Thandi|secret/);
});

test('control and bidirectional characters are escaped in the log, as JSON', async () => {
  const message = 'Clear \u001b[2J \u007f\u009b31m \u061c\u200e\u200f\u2028\u2029\u202e\u2066 "\\\u202e"';
  await post().send({ type: 'error', message }).expect(204);
  expect(await site.waitForLog((line) => line.message === message)).toMatchObject({ msg: 'client error' });
  expect(site.output()).not.toMatch(/[^\P{Cc}\n]|[\p{Bidi_Control}\u2028\u2029]/u);
});

test('a list of web vitals is logged, without unknown entries', async () => {
  const vital = { type: 'vital', path: '/', name: 'LCP', value: 812.123456, rating: 'good', navigation: 'navigate' };
  await post()
    .send([vital, { type: 'unknown', name: 'x' }, null])
    .expect(204);
  const line = await site.waitForLog(({ msg }) => msg === 'web vital');
  expect(line).toMatchObject({ name: 'LCP', value: 812.1235, rating: 'good' });
});

test('a client event that is malformed, too large or from another site is refused', async () => {
  await post().type('json').send('{').expect(400);
  await post().type('text').send('hello').expect(415);
  await post()
    .type('json')
    .send(`"${'x'.repeat(9000)}"`)
    .expect(413);
  await post().set('Origin', 'https://elsewhere.example').send({ type: 'error' }).expect(403);
  await post().set('Sec-Fetch-Site', 'cross-site').send({ type: 'error' }).expect(403);
});

test.each([
  ['of one address', () => '10.9.9.9'],
  ['of one household', (count: number) => `2001:db8:0:${count}::1`],
  ['of made-up senders', (count: number) => `nobody-${count}`],
])('client events beyond the rate limit get 429: a flood %s', async (_of, senderOf) => {
  const statuses = new Set<number>();
  for (let count = 0; count < 40; count += 1) statuses.add((await post(senderOf(count)).send({ type: 'x' })).status);
  expect([...statuses]).toEqual([204, 429]);
});
