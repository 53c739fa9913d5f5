import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import { createResponseCache } from '../../server/http/responseCache.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

function yearIs(year: number): void {
  jest.spyOn(Date.prototype, 'getFullYear').mockReturnValue(year);
}

test('an answer whose making began in the old year is not kept in the new one', async () => {
  yearIs(2026);
  const made: number[] = [];
  const cache = createResponseCache({
    makers: new Map([
      [
        '/',
        async () => {
          made.push(new Date().getFullYear());
          yearIs(2027);
          return { headers: {}, body: Buffer.from('a page') };
        },
      ],
    ]),
    addressOf: () => '/',
    commonHeaders: {},
    isEnabled: true,
    log: pino({ enabled: false }),
  });
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET' });
      const response = new ServerResponse(request);
      response.end = () => {
        resolve();
        return response;
      };
      cache.middleware(request, response, () => reject(new Error('not answered')));
    });
  await ask();
  await ask();
  await ask();
  expect(made).toEqual([2026, 2027]);
});
