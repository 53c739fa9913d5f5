import { isIP } from 'node:net';
import type { Request } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';

/**
 * The rate limiters' key of a client: its IPv4 address, or the /56 that a household or office has of IPv6. Where a
 * trusted proxy forwards no address, the key is the proxy's own.
 */
export function clientKey({ ip = '', socket }: Request): string {
  return ipKeyGenerator(isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip);
}
