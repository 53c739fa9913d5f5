import { company } from '../../shared/company.ts';
import { chatPath, endpoints } from '../../shared/paths.ts';
import { prepareFile } from '../http/files.ts';
import type { Headers } from '../http/securityHeaders.ts';
import { pagePaths } from './addresses.ts';
import lastModified from './lastModified.json' with { type: 'json' };
import { llmsText } from './llms.ts';

/** When the text of each page last changed. `npm run dates` updates this file. */
const dates: { readonly [path: string]: { readonly date: string } } = lastModified;

/** The files for search engines, language models and browsers. */
const texts: { readonly [path: string]: (origin: string) => string } = {
  '/robots.txt': robots,
  '/sitemap.xml': sitemap,
  '/llms.txt': llmsText,
  [endpoints.manifest]: manifest,
  '/.well-known/security.txt': security,
};

export const discoveryPaths = Object.keys(texts);

/** For each of `discoveryPaths`, a function that makes its response. */
export function discoveryMakers(origin: string, common: Headers) {
  const make = (path: string, text: string) => prepareFile(path, 'public, max-age=3600', Buffer.from(text), common);
  return Object.entries(texts).map(([path, textOf]) => [path, () => make(path, textOf(origin))] as const);
}

function robots(origin: string): string {
  return `User-agent: *\nDisallow: ${chatPath}\n\nSitemap: ${origin}/sitemap.xml\n`;
}

function sitemap(origin: string): string {
  const urls = pagePaths.map((path) => `<url><loc>${origin}${path}</loc><lastmod>${dates[path]?.date}</lastmod></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  ${urls.join('\n  ')}
</urlset>
`;
}

function manifest(): string {
  return JSON.stringify({
    name: company.name,
    short_name: company.name,
    description: company.tagline,
    start_url: '/',
    display: 'browser',
    background_color: '#0a1120',
    theme_color: '#0a1120',
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  });
}

// RFC 9116 recommends that security.txt expires in less than a year. Each start of the server and each new month make a new date.
function security(origin: string): string {
  const expires = new Date(Date.now() + 364 * 24 * 60 * 60 * 1000).toISOString();
  return `Contact: mailto:${company.email}
Expires: ${expires}
Preferred-Languages: en
Canonical: ${origin}/.well-known/security.txt
`;
}
