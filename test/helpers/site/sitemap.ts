import { textAt } from '../network/rawRequest.ts';

export async function sitemapPaths(url: string): Promise<readonly string[]> {
  return [...(await textAt(`${url}/sitemap.xml`)).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = '']) => new URL(address).pathname,
  );
}

export const unknownPath = '/no-such-page';
