import { paths } from '../../shared/paths.ts';

/** The links of both menus before the hosting pages. */
export const mainLinks = [
  { path: paths.home, label: 'Home' },
  { path: paths.services, label: 'Services' },
] as const;
/** The links of both menus after the hosting pages. */
export const lastLinks = [
  { path: paths.about, label: 'About Us' },
  { path: paths.contact, label: 'Contact' },
] as const;
