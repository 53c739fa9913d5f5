import { company } from '../../shared/company.ts';
import { chatPath, endpoints } from '../../shared/paths.ts';
import { pagePaths } from './render.tsx';
import { compressFast, type Representation, represent } from './representation.ts';

const oneHour = 'public, max-age=3600';

/** The small files that crawlers, browsers and security researchers look for, by address. */
export function discoveryFiles(
  origin: string,
  securityHeaders: Readonly<Record<string, string>>,
): ReadonlyMap<string, Representation> {
  const file = (type: string, content: string): Representation => {
    const representation = represent(Buffer.from(content), {
      ...securityHeaders,
      'Content-Type': type,
      'Cache-Control': oneHour,
    });
    compressFast(representation);
    return representation;
  };

  const robots = ['User-agent: *', `Disallow: ${chatPath}`, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n');
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...pagePaths.map((path) => `  <url><loc>${origin}${path}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');
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
  // RFC 9116 wants a date less than a year away; a restart renews it.
  const expires = new Date(Date.now() + 364 * 24 * 60 * 60 * 1000).toISOString();
  const security = [
    `Contact: mailto:${company.email}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${origin}/.well-known/security.txt`,
    '',
  ].join('\n');

  return new Map([
    ['/robots.txt', file('text/plain; charset=utf-8', robots)],
    ['/sitemap.xml', file('application/xml; charset=utf-8', sitemap)],
    [endpoints.manifest, file('application/manifest+json', JSON.stringify(manifest))],
    ['/.well-known/security.txt', file('text/plain; charset=utf-8', security)],
  ]);
}
