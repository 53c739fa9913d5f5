import { BlockList, isIP } from 'node:net';

const addresses = new BlockList();
addresses.addSubnet('127.0.0.0', 8);
addresses.addAddress('::1', 'ipv6');

/** Whether a name always resolves to this machine: https://www.rfc-editor.org/rfc/rfc6761#section-6.3 */
export function isLoopbackName(host: string): boolean {
  return /(?:^|\.)localhost$/i.test(host);
}

/** Whether a host name or IP address (without brackets) is this machine. */
export function isLoopback(host: string): boolean {
  const family = isIP(host);
  return family === 0 ? isLoopbackName(host) : addresses.check(host, family === 4 ? 'ipv4' : 'ipv6');
}
