import { BlockList, isIP } from 'node:net';

const loopbacks = new BlockList();
loopbacks.addSubnet('127.0.0.0', 8);
loopbacks.addAddress('::1', 'ipv6');

/** Whether a name always resolves to this machine: https://www.rfc-editor.org/rfc/rfc6761#section-6.3 */
export function isLoopbackName(host: string): boolean {
  return /(?:^|\.)localhost$/i.test(host);
}

/** Whether a host name or IP address (without brackets) is this machine. */
export function isLoopback(host: string): boolean {
  const family = isIP(host);
  return family === 0 ? isLoopbackName(host) : loopbacks.check(host, family === 4 ? 'ipv4' : 'ipv6');
}

/** Whether the percent signs in a part of a URL encode characters. */
export function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
