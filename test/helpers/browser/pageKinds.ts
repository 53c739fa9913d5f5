import { hostingPath, legalPath, orderAddress, paths, servicePath } from '../../../shared/paths.ts';
import { unknownPath } from '../site/sitemap.ts';

/** One address for each kind of page. */
export const pageKinds: readonly string[] = [
  paths.home,
  paths.services,
  servicePath('connectivity'),
  paths.about,
  paths.contact,
  paths.support,
  paths.legal,
  legalPath('privacy-policy'),
  hostingPath('shared-hosting'),
  orderAddress(hostingPath('server-hosting'), 'CXN3'),
  '/server-hosting?ram=8&budget=1500',
  '/server-hosting?compare=CXN1,CXN3,CXN5,CXN14',
  '/server-hosting?ram=9999&budget=100',
  '/search',
  '/search?q=fibre',
  '/search?q=qqqqqq',
  unknownPath,
];

/** What Chromium writes to the console about the page at `unknownPath`. */
export const unknownPathMissing = /404 \(Not Found\)/;
