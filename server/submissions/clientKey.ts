import { isIP } from 'node:net';
import type { Request } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';

/**
 * Whose requests count together: an IPv4 address, or the /56 that one household or office has of IPv6. What a trusted
 * proxy forwards that is no address falls back to the proxy's own.
 */
export function clientKey({ ip = '', socket }: Request): string {
  return ipKeyGenerator(isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip);
}
