import { afterEach, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import { answerOf } from '../../server/http/send.ts';
import { createAnswers } from '../../server/pages/answers.ts';
import { rawRequest } from '../helpers/network/rawRequest.ts';
import { readOnlySite } from '../helpers/run/shared.ts';
import { unknownPath } from '../helpers/site/sitemap.ts';

const url = await readOnlySite();
afterEach(() => {
  jest.restoreAllMocks();
});

async function textAt(path: string): Promise<string> {
  return (await rawRequest(url + path)).body.toString();
}

test('a page in the cache has the year', async () => {
  // React puts a comment between sign and year.
  const [, year] = /©(?:\s|<!-- -->)*(\d{4})/.exec(await textAt('/')) ?? [];
  expect(Number(year)).toBe(new Date().getFullYear());
});

test('unknown addresses and parameters share the answer of one address, so that they do not grow the cache', async () => {
  const [known, lost] = [await textAt('/server-hosting'), await textAt(unknownPath)];
  for (const query of ['x=1', 'order=1', 'x=2&submitted='])
    expect([query, (await textAt(`/server-hosting?${query}`)) === known]).toEqual([query, true]);
  for (const path of ['/none-1', '/services/none']) expect([path, (await textAt(path)) === lost]).toEqual([path, true]);
});

test('an answer of the old year is not kept in the new one', async () => {
  const yearIs = (year: number) => jest.spyOn(Date.prototype, 'getFullYear').mockReturnValue(year);
  yearIs(2026);
  const made: number[] = [];
  const make = async () => {
    made.push(new Date().getFullYear());
    yearIs(2027);
    return answerOf({}, Buffer.from('a page'));
  };
  const answers = createAnswers({
    ready: new Map([['/', make]]),
    other: make,
    isKept: true,
    log: pino({ enabled: false }),
  });
  for (let time = 0; time < 3; time += 1) await answers.get('/');
  expect(made).toEqual([2026, 2027]);
});
