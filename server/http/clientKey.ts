import { BlockList, isIP } from 'node:net';
import type { Request } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';

const privateAddresses = new BlockList();
for (const [network, prefix, family] of [
  ['10.0.0.0', 8, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['::1', 128, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
] as const)
  privateAddresses.addSubnet(network, prefix, family);

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
 * The rate limiters' key of a client: its IPv4 address, or the /56 that a household or office has of IPv6. Where a
 * trusted proxy forwards no address, the key is the proxy's own.
 */
export function clientKey({ ip = '', socket }: Request): string {
  const address = withoutPort(ip);
  return ipKeyGenerator(isIP(address) === 0 ? (socket.remoteAddress ?? '') : address);
}
