import { BlockList, isIP } from 'node:net';
import type { Request, RequestHandler, Response } from 'express';
import { ipKeyGenerator, type Options, type RateLimitRequestHandler, rateLimit } from 'express-rate-limit';
import { isLoopback } from '../config/urlParts.ts';

const privateNetworks = new BlockList();
privateNetworks.addSubnet('10.0.0.0', 8);
privateNetworks.addSubnet('172.16.0.0', 12);
privateNetworks.addSubnet('192.168.0.0', 16);
privateNetworks.addSubnet('fc00::', 7, 'ipv6');
privateNetworks.addSubnet('fe80::', 10, 'ipv6');

/** Whether a proxy has forwarded a request: the sender is on this machine or in a private network, and sets X-Forwarded-For. */
export function isForwarded({ headers, socket: { remoteAddress = '' } }: Request): boolean {
  const family = isIP(remoteAddress) === 4 ? 'ipv4' : 'ipv6';
  const isNear = isLoopback(remoteAddress) || privateNetworks.check(remoteAddress, family);
  return headers['x-forwarded-for'] !== undefined && isNear;
}

/** Removes the port that some proxies write after a client's IP address: `203.0.113.7:4711`, `[2001:db8::1]:4711`. */
function withoutPort(address: string): string {
  return /^\[([^\]]+)\]/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, '$1');
}

/**
 * The key of a client for rate limits: its IPv4 address, or the /56 network of its IPv6 address. Such a network is one household
 * or office. If a trusted proxy forwards no IP address, the key is the proxy's own IP address.
 */
export function clientKey({ ip = '', socket }: Request): string {
  const address = withoutPort(ip);
  return ipKeyGenerator(isIP(address) === 0 ? (socket.remoteAddress ?? '') : address);
}

/** Allows each client `limit` requests in `windowMs` milliseconds. Without a `store`, this process counts them in its memory. */
export function limitClient(options: Partial<Options>): RateLimitRequestHandler {
  return rateLimit({ keyGenerator: clientKey, standardHeaders: 'draft-8', legacyHeaders: false, ...options });
}

/** Runs a rate limiter, which sets headers of the response. False: the client is over the limit, and the limiter's `handler` ran. */
export async function isWithin(limiter: RequestHandler, request: Request, response: Response): Promise<boolean> {
  let within = false;
  await limiter(request, response, (error?: unknown) => {
    if (error) throw error;
    within = true;
  });
  return within;
}
