import { afterEach, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import { prepareResponse } from '../../server/http/send.ts';
import { createResponseCache, type ResponseCacheOptions } from '../../server/pages/responseCache.ts';
import { southAfricanTime } from '../../shared/southAfricanTime.ts';

afterEach(() => void jest.restoreAllMocks());

function answersOf(pages: Pick<ResponseCacheOptions, 'prerendered' | 'render'>) {
  return createResponseCache({ ...pages, isEnabled: true, log: pino({ enabled: false }) });
}
const page = await prepareResponse({}, Buffer.from('a page'));

test('a page of the old year is not kept after midnight in South Africa, even if midnight comes while it is made', async () => {
  const timeIs = (time: string) => jest.spyOn(Date, 'now').mockReturnValue(Date.parse(time));
  timeIs('2026-12-31T21:59:59Z');
  const made: number[] = [];
  const make = async () => {
    made.push(southAfricanTime().getUTCFullYear());
    if (made.length > 1) return page;
    timeIs('2026-12-31T22:00:00Z');
    // While the page is still being made, a request for another page comes in the new year.
    answers.peek('/other');
    return page;
  };
  const answers = answersOf({ prerendered: new Map([['/', make]]), render: make });
  for (let time = 0; time < 3; time += 1) await answers.get('/');
  timeIs('2028-01-31T12:00:00Z');
  for (let time = 0; time < 3; time += 1) await answers.get('/');
  expect(made).toEqual([2026, 2027, 2028]);
});

test('a page with a query is made once for many visitors, again after it has failed, and the latest fifty are kept', async () => {
  const made: string[] = [];
  const other = async (address: string) => {
    made.push(address);
    if (made.length === 1) throw new Error('not rendered');
    return page;
  };
  const answers = answersOf({ prerendered: new Map(), render: other });
  await expect(answers.get('8')).rejects.toThrow('not rendered');
  await Promise.all([answers.get('8'), answers.get('8')]);
  await answers.get('8');
  expect(made).toEqual(['8', '8']);
  for (let ram = 9; ram <= 58; ram += 1) await answers.get(String(ram));
  await answers.get('8');
  expect(made.filter((address) => address === '8')).toHaveLength(3);
});
