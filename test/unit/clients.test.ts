import { expect, test } from '@jest/globals';
import type { Request } from 'express';
import { isForwarded } from '../../server/http/clients.ts';

test.each([
  [true, ['10.255.0.1', '172.16.0.1', '172.31.255.1', '192.168.255.1', '::ffff:172.17.0.1', 'fd00::1', '127.9.9.9']],
  [false, ['11.0.0.1', '172.32.0.1', '192.169.0.1', '203.0.113.7', '2001:db8::1']],
])('X-Forwarded-For is of a proxy, which needs TRUST_PROXY: %p, if it comes from one of %j', (expected, addresses) => {
  for (const remoteAddress of addresses) {
    const from = (headers: object) => isForwarded({ headers, socket: { remoteAddress } } as unknown as Request);
    expect([remoteAddress, from({ 'x-forwarded-for': 'x' }), from({})]).toEqual([remoteAddress, expected, false]);
  }
});
