import type { ComponentProps } from 'react';
import { useLocation } from 'react-router';

/** A link to a page of this site. It says whether this is the current page. `usePageLinks` opens the page within the document. */
export function PageLink({ to, ...rest }: ComponentProps<'a'> & { readonly to: string }) {
  const { pathname } = useLocation();
  return <a {...rest} href={to} aria-current={pathname === to ? 'page' : undefined} />;
}

type PageLinksProps = { readonly links: readonly { readonly path: string; readonly name: string }[] };

/** The items of a list of links. */
export function PageLinks({ links }: PageLinksProps) {
  return links.map(({ path, name }) => (
    <li key={path}>
      <PageLink to={path}>{name}</PageLink>
    </li>
  ));
}
