import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { notFoundRoute, preloadPage, routeOf } from './routes.ts';

/** The link around an event's target, if it leads to a page of this site in this window. */
function pageLinkOf({ target }: Event): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest('a') : null;
  const isPage = link?.host === location.host && routeOf(link.pathname) !== notFoundRoute;
  return link && isPage && !link.target ? link : undefined;
}

/**
 * Opens the pages of links within the document, and preloads a page when the visitor points at its link or focuses it. Listens
 * once for all links: the hooks and listeners of each `Link` take a tenth of a first visit's scripts (decision 0047).
 */
export function usePageLinks(): void {
  const navigate = useNavigate();
  // Synchronises with the document's links.
  useEffect(() => {
    const follow = (event: MouseEvent | FocusEvent) => {
      const link = pageLinkOf(event);
      if (!link) return;
      preloadPage(link.pathname);
      if (!(event instanceof MouseEvent) || event.type !== 'click' || event.defaultPrevented) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const { pathname, search, hash, href } = link;
      // The browser itself scrolls to a part of the displayed page.
      if (hash && pathname === location.pathname && search === location.search) return;
      event.preventDefault();
      navigate(pathname + search + hash, { replace: href === location.href });
    };
    const listening = new AbortController();
    for (const type of ['pointerover', 'focusin', 'click'] as const)
      document.addEventListener(type, follow, { signal: listening.signal });
    return () => listening.abort();
  }, [navigate]);
}
