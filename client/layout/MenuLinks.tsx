import type { SerializedStyles } from '@emotion/react';
import { paths } from '../../shared/paths.ts';
import { PageLink } from '../ui/PageLink.tsx';

/** The links before and after the hosting pages, in the header and in the mobile menu. */
export const mainLinks = [
  { path: paths.home, name: 'Home' },
  { path: paths.services, name: 'Services' },
] as const;
export const lastLinks = [
  { path: paths.about, name: 'About Us' },
  { path: paths.contact, name: 'Contact' },
] as const;

type MenuLinksProps = { readonly links: typeof mainLinks | typeof lastLinks; readonly style: SerializedStyles };

export function MenuLinks({ links, style }: MenuLinksProps) {
  return links.map(({ path, name }) => (
    <li key={path}>
      <PageLink css={style} to={path}>
        {name}
      </PageLink>
    </li>
  ));
}
