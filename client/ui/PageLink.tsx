import { createContext, useContext } from 'react';
import { Link, type LinkProps, parsePath, useLocation } from 'react-router';

/** Preloads the page at a path. The app provides this function, so that links do not import the routes. */
export const PagePreload = createContext<(path: string) => void>(() => {});

type PageLinkProps = LinkProps & { readonly to: string };

/** React Router's `Link`, which also preloads the linked page on hover, touch or focus. */
export function PageLink({ to, ...rest }: PageLinkProps) {
  const { pathname, search } = useLocation();
  const preload = useContext(PagePreload);
  const onIntent = () => preload(parsePath(to).pathname ?? pathname);
  const isCurrent = pathname === to;
  return (
    <Link
      {...rest}
      to={to}
      replace={isCurrent && !search}
      discover="none"
      aria-current={isCurrent ? 'page' : undefined}
      onPointerEnter={onIntent}
      onTouchStart={onIntent}
      onFocus={onIntent}
    />
  );
}
