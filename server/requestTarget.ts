import type { IncomingMessage } from 'node:http';

/**
 * The address that a request asks for, in origin form: its path and query. Undefined for a request that has to be
 * refused: one without a target that can be parsed, or without exactly one Host
 * (https://www.rfc-editor.org/rfc/rfc9112#section-3.2). Before HTTP/1.1 there need be none.
 */
export const targetOf = ({ url = '', rawHeaders, httpVersion }: IncomingMessage): string | undefined => {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) return undefined;
  if (url.startsWith('/') || url === '*') {
    const fragment = url.indexOf('#');
    return fragment < 0 ? url : url.slice(0, fragment);
  }
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return undefined;
  const { pathname, search } = new URL(url);
  return pathname + search;
};
