import { describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import request from 'supertest';
import { answerOf } from '../../server/http/send.ts';
import { createAnswers } from '../../server/pages/answers.ts';
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
  const start = () => untilEnd(startApp({ TRUST_PROXY: '1' }));

  test('beyond its limit a client gets the page without its query; others go on', async () => {
    const { url } = await start();
    const from = newAddress();
    const ask = (ram: number, client: string) =>
      request(url).get(`/server-hosting?ram=${ram}`).set('X-Forwarded-For', client);
    for (let ram = 1; ram <= 300; ram += 1) await ask(ram, from).expect(200);
    await ask(301, from).expect(303).expect('Location', '/server-hosting');
    await ask(301, newAddress()).expect(200);
  });

  test('are rendered once for many visitors, the latest fifty', async () => {
    const made: string[] = [];
    const answers = createAnswers({
      ready: new Map(),
      other: async (address) => {
        made.push(address);
        return answerOf({}, Buffer.from(address));
      },
      isKept: true,
      log: pino({ enabled: false }),
    });
    await Promise.all([answers.get('8'), answers.get('8')]);
    await answers.get('8');
    expect(made).toEqual(['8']);
    for (let ram = 9; ram <= 58; ram += 1) await answers.get(String(ram));
    await answers.get('8');
    expect(made.filter((address) => address === '8')).toHaveLength(2);
  });
});
