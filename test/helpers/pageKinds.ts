import { hostingPath, legalPath, orderAddress, paths, servicePath } from '../../shared/paths.ts';
import { choosingAddresses, unknownPath } from './sitemap.ts';

/** An address of each kind of page. */
export const pageKinds: readonly string[] = [
  paths.home,
  paths.services,
  servicePath('connectivity'),
  paths.about,
  paths.contact,
  paths.support,
  paths.legal,
  legalPath('privacy-policy'),
  hostingPath('server-hosting'),
  hostingPath('shared-hosting'),
  orderAddress(hostingPath('server-hosting'), 'CXN3'),
  ...choosingAddresses,
  unknownPath,
];

/** What Chromium writes to the console about the page at `unknownPath`. */
export const unknownPathMissing = /404 \(Not Found\)/;
