import { createContext, useContext } from 'react';
import { Link, type LinkProps, useLocation } from 'react-router';

/** Loads what the page at a path needs. The app provides it, since links know no pages. */
export const PagePreload = createContext<(path: string) => void>(() => {});

export type PageLinkProps = LinkProps & { readonly to: string };

/** React Router's link, which loads its page when it is pointed at or focused. */
export function PageLink({ to, ...rest }: PageLinkProps) {
  const { pathname } = useLocation();
  const preload = useContext(PagePreload);
  const onIntent = () => preload(to);
  const isCurrent = pathname === to;
  return (
    <Link
      {...rest}
      to={to}
      replace={isCurrent}
      discover="none"
      aria-current={isCurrent ? 'page' : undefined}
      onPointerEnter={onIntent}
      onTouchStart={onIntent}
      onFocus={onIntent}
    />
  );
}
