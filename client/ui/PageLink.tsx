import { type AnchorHTMLAttributes, createContext, type MouseEvent, useContext } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Fetches what the page at a path needs. The app provides it, since links know no pages. */
export const PagePreload = createContext<(path: string) => void>(() => {});

function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

export type PageLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & { readonly to: string };

/**
 * A link to a page of the site: followed without leaving the document, fetched ahead when it is pointed at, and marked
 * when it leads to the page at hand.
 */
export function PageLink({ to, onClick, ...rest }: PageLinkProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const preload = useContext(PagePreload);
  const fetchAhead = () => preload(to);
  return (
    <a
      {...rest}
      href={to}
      aria-current={pathname === to ? 'page' : undefined}
      onPointerEnter={fetchAhead}
      onTouchStart={fetchAhead}
      onFocus={fetchAhead}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !isPlainClick(event)) return;
        event.preventDefault();
        navigate(to, { replace: pathname === to });
      }}
    />
  );
}
