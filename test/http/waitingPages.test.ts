import { describe, expect, test } from '@jest/globals';
import express from 'express';
import { pino } from 'pino';
import request from 'supertest';
import { createPages } from '../../server/pages/pages.ts';
import { createResolve } from '../../server/pages/resolve.ts';
import { startApp } from '../helpers/site/app.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { newAddress } from '../helpers/visitor/visitor.ts';

const site = await untilEnd(startApp({ TRUST_PROXY: '1' }));
let criteria = 0;
/** A page that was not rendered before. */
function newQuery(from = newAddress()) {
  criteria += 1;
  return request(site.url)
    .get(`/server-hosting?budget=${1000 + criteria}`)
    .set('X-Forwarded-For', from);
}
function statusesOf(answers: readonly { readonly status: number }[]) {
  return answers.map(({ status }) => status);
}

describe('pages that wait to be rendered', () => {
  test("one client's do not keep another's waiting: beyond three it gets 503 with Retry-After", async () => {
    const from = newAddress();
    const greedy = Promise.all(Array.from({ length: 20 }, () => newQuery(from)));
    const others = await Promise.all(Array.from({ length: 5 }, () => newQuery()));
    expect(statusesOf(others)).toEqual(Array(5).fill(200));
    const busy = (await greedy).filter(({ status }) => status === 503);
    expect(busy.length).toBeGreaterThanOrEqual(10);
    expect(busy.length).toBeLessThanOrEqual(17);
    for (const answer of busy) expect(answer.get('Retry-After')).toBe('5');
  });
});

describe('pages with a query', () => {
  /** Renders at once. */
  function startPages() {
    const rendered: string[] = [];
    let hasRoom = true;
    const app = express();
    const { sendPage } = createPages({
      resolve: createResolve({ chatOrigin: undefined }, []),
      renderer: {
        render: async ({ address, coding }) => {
          rendered.push(address);
          return { coding, body: Buffer.from(address), inlineScripts: [], etag: 'W/"a"', inlineStyles: [] };
        },
        hasRoom: () => hasRoom,
        stop: () => {},
      },
      policyOf: () => ({}),
      log: pino({ enabled: false }),
    });
    app.set('trust proxy', 1);
    app.use(sendPage);
    return {
      rendered,
      ask: (query: string, from: string) =>
        request(app).get(`/server-hosting?${query}`).set({ 'X-Forwarded-For': from, 'Accept-Encoding': 'identity' }),
      fill: (isFull: boolean) => {
        hasRoom = !isFull;
      },
    };
  }

  test('beyond its limit a client gets the page without its query; 503 answers do not count; others go on', async () => {
    const { ask, fill } = startPages();
    const from = newAddress();
    fill(true);
    for (let time = 0; time < 20; time += 1) await ask('ram=1', from).expect(503);
    fill(false);
    for (let ram = 1; ram <= 300; ram += 1) await ask(`ram=${ram}`, from).expect(200);
    await ask('ram=301', from).expect(303).expect('Location', '/server-hosting');
    await ask('ram=301', newAddress()).expect(200);
  });

  test('are rendered once for many visitors, the latest fifty', async () => {
    const { ask, rendered } = startPages();
    for (let time = 0; time < 3; time += 1) {
      const { text } = await ask('ram=8&other=1', newAddress()).expect(200);
      expect(text).toBe('/server-hosting?ram=8');
    }
    expect(rendered).toEqual(['/server-hosting?ram=8']);
    for (let ram = 9; ram <= 58; ram += 1) await ask(`ram=${ram}`, newAddress());
    await ask('ram=8', newAddress());
    expect(rendered.filter((address) => address === '/server-hosting?ram=8')).toHaveLength(2);
  });
});
