import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { HostingFamily } from '../../shared/hosting/family.ts';
import { choiceQuery, hostingAddress } from '../../shared/hosting/pageQuery.ts';

/** Milliseconds without a change after which the address follows: browsers limit how often it changes. */
const addressDelay = 300;

/** Writes what is chosen into the page's address. It replaces the history entry, so it is no navigation. */
export function useWrittenQuery(family: HostingFamily, query: string): void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isWritten = query === choiceQuery(family, new URLSearchParams(search));

  useEffect(() => {
    if (isWritten) return;
    const timer = setTimeout(() => {
      // While another address is being shown, the browser has it already. This runs again when it is shown.
      if (window.location.pathname !== pathname || window.location.search !== search) return;
      navigate(hostingAddress(pathname, query), { replace: true });
    }, addressDelay);
    return () => clearTimeout(timer);
  }, [isWritten, query, pathname, search, navigate]);
}
