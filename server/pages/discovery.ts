import { Router } from 'express';
import { company } from '../../shared/company.ts';
import { chatPath, endpoints } from '../../shared/paths.ts';
import type { discoveryPaths } from './discoveryPaths.ts';
import { lastModified } from './lastModified.ts';
import { llmsText } from './llms.ts';

const oneHour = 'public, max-age=3600';

/** Serves robots.txt, the sitemap, llms.txt, the web manifest and security.txt. `pagePaths`: the pages that can be indexed. */
export function discoveryRoutes(origin: string, pagePaths: readonly string[]): Router {
  const contents: { readonly [Path in (typeof discoveryPaths)[number]]: readonly [type: string, () => string] } = {
    '/robots.txt': ['text/plain', () => robots(origin)],
    '/sitemap.xml': ['application/xml; charset=utf-8', () => sitemap(origin, pagePaths)],
    '/llms.txt': ['text/plain', () => llmsText(origin)],
    [endpoints.manifest]: ['application/manifest+json', () => JSON.stringify(manifest)],
    '/.well-known/security.txt': ['text/plain', () => security(origin)],
  };
  const router = Router({ caseSensitive: true, strict: true });
  for (const [path, [type, content]] of Object.entries(contents))
    router.get(path, (_request, response) => {
      response.set('Cache-Control', oneHour).type(type).send(content());
    });
  return router;
}

function robots(origin: string): string {
  return ['User-agent: *', `Disallow: ${chatPath}`, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n');
}

function sitemap(origin: string, pagePaths: readonly string[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...pagePaths.map((path) => `  <url><loc>${origin}${path}</loc>${dateOf(path)}</url>`),
    '</urlset>',
    '',
  ].join('\n');
}

function dateOf(path: string): string {
  const date = lastModified[path]?.date;
  return date ? `<lastmod>${date}</lastmod>` : '';
}

const manifest = {
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
};

// RFC 9116 recommends an expiry date less than a year away. It is renewed when the server starts.
function security(origin: string): string {
  const expires = new Date(Date.now() + 364 * 24 * 60 * 60 * 1000).toISOString();
  return [
    `Contact: mailto:${company.email}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${origin}/.well-known/security.txt`,
    '',
  ].join('\n');
}
