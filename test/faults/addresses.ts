import { hostingList } from '../../shared/hosting/list.ts';
import { endpoints, paths } from '../../shared/paths.ts';

const files = ['/robots.txt', '/sitemap.xml', '/favicon.ico', '/.well-known/security.txt'];

/** An address of each route. */
export const pageAddresses = [
  ...Object.values(paths),
  ...hostingList.map(({ path }) => path),
  '/services/it-support',
  ...files,
  ...Object.values(endpoints),
  '/documents/terms-of-service.pdf',
  '/legal/terms-of-service',
  '/no-such-page',
];
