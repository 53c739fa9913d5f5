import { afterEach, expect, jest, test } from '@jest/globals';
import type { Request, Response } from 'express';
import { isForwarded } from '../../server/http/clients.ts';
import { healthRoute } from '../../server/http/health.ts';

afterEach(() => void jest.useRealTimers());

test.each([
  [true, ['10.255.0.1', '172.16.0.1', '172.31.255.1', '192.168.255.1', '::ffff:172.17.0.1', 'fd00::1', '127.9.9.9']],
  [false, ['11.0.0.1', '172.32.0.1', '192.169.0.1', '203.0.113.7', '2001:db8::1']],
])('X-Forwarded-For is of a proxy, which needs TRUST_PROXY: %p, if it comes from one of %j', (expected, addresses) => {
  for (const remoteAddress of addresses) {
    const from = (headers: object) => isForwarded({ headers, socket: { remoteAddress } } as unknown as Request);
    expect([remoteAddress, from({ 'x-forwarded-for': 'x' }), from({})]).toEqual([remoteAddress, expected, false]);
  }
});

test('a health check uses a good probe of the store for a second, a bad one never again, and says 503 while the server stops', async () => {
  jest.useFakeTimers();
  const probe = jest.fn(async () => {});
  const noteFault = jest.fn();
  let isStopping = false;
  const health = healthRoute(probe, noteFault, () => isStopping);
  const ask = async (): Promise<unknown> => {
    const status = jest.fn(() => ({ json: () => {} }));
    await health({} as Request, { setHeader: () => {}, status } as unknown as Response, () => {});
    return status.mock.calls[0]?.[0 as never];
  };
  expect(await ask()).toBe(200);
  probe.mockRejectedValue(new Error('away'));
  expect(await ask()).toBe(200);
  jest.advanceTimersByTime(1000);
  expect([await ask(), noteFault.mock.calls.length]).toEqual([503, 1]);
  probe.mockResolvedValue();
  expect(await ask()).toBe(200);
  isStopping = true;
  expect([await ask(), probe.mock.calls.length]).toEqual([503, 3]);
});
