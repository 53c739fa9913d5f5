import { BlockList, isIP } from 'node:net';
import type { Request, RequestHandler, Response } from 'express';
import { ipKeyGenerator, type Options, type RateLimitRequestHandler, rateLimit } from 'express-rate-limit';

/** The addresses of this machine and its network. */
const privateAddresses = new BlockList();
privateAddresses.addSubnet('10.0.0.0', 8);
privateAddresses.addSubnet('172.16.0.0', 12);
privateAddresses.addSubnet('192.168.0.0', 16);
privateAddresses.addSubnet('127.0.0.0', 8);
privateAddresses.addAddress('::1', 'ipv6');
privateAddresses.addSubnet('fc00::', 7, 'ipv6');
privateAddresses.addSubnet('fe80::', 10, 'ipv6');

/** Whether a proxy on this machine or in its network has forwarded a request. */
export function isForwarded({ headers, socket: { remoteAddress = '' } }: Request): boolean {
  const family = isIP(remoteAddress) === 4 ? 'ipv4' : 'ipv6';
  return headers['x-forwarded-for'] !== undefined && privateAddresses.check(remoteAddress, family);
}

/** Some proxies write a port behind the address: `203.0.113.7:4711`, `[2001:db8::1]:4711`. */
function withoutPort(address: string): string {
  return /^\[([^\]]+)\]/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, '$1');
}

/**
 * The key of a client for rate limits: its IPv4 address, or the /56 network of its IPv6 address, which is one household or
 * office. If a trusted proxy forwards no address, the key is the proxy's own address.
 */
export function clientKey({ ip = '', socket }: Request): string {
  const address = withoutPort(ip);
  return ipKeyGenerator(isIP(address) === 0 ? (socket.remoteAddress ?? '') : address);
}

/** A rate limit for each client address: `limit` requests in `windowMs` milliseconds. Without a `store` it counts in memory. */
export function limitClient(options: Partial<Options>): RateLimitRequestHandler {
  return rateLimit({ keyGenerator: clientKey, standardHeaders: 'draft-8', legacyHeaders: false, ...options });
}

/** Runs a rate limiter, which sets the headers of the answer. False: the client is over the limit, and its handler ran. */
export async function isWithin(limiter: RequestHandler, request: Request, response: Response): Promise<boolean> {
  let within = false;
  await limiter(request, response, (error?: unknown) => {
    if (error) throw error;
    within = true;
  });
  return within;
}
