import { expect, test } from '@jest/globals';
import { pino } from 'pino';
import { createGuardedServer } from '../../server/connections.ts';

test('headers have 10 s, requests 15 s, and an idle connection is closed within 65 s', () => {
  const server = createGuardedServer(() => {}, { log: pino({ enabled: false }), securityHeaders: [] });
  expect(server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 15_000 });
  // Zero would be forever. Node waits for the buffer besides.
  expect(server.keepAliveTimeout).toBeGreaterThan(0);
  expect(server.keepAliveTimeout + server.keepAliveTimeoutBuffer).toBeLessThanOrEqual(65_000);
});
