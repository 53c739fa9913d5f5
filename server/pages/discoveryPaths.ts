import { endpoints } from '../../shared/paths.ts';

/** The addresses of `discoveryRoutes`. */
export const discoveryPaths = [
  '/robots.txt',
  '/sitemap.xml',
  '/llms.txt',
  endpoints.manifest,
  '/.well-known/security.txt',
] as const;
