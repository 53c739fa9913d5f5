import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { HostingFamily } from '../../shared/hosting/family.ts';
import { hostingQuery } from '../../shared/hosting/pageQuery.ts';
import { parameters } from '../../shared/paths.ts';

/** Milliseconds without a change after which the address follows: browsers limit how often it changes. */
const addressDelay = 300;

/** The part of a query that the visitor chooses on the page; an order's dialog closes with it unchanged. */
export function chosenQuery(family: HostingFamily, query: URLSearchParams): string {
  query.delete(parameters.order);
  return hostingQuery(family, query);
}

/**
 * What is chosen in a form: its query, from the address at first. `follow` reads the form, and the address follows by
 * replacing the history entry. `addressCount` changes when the address has changed by itself.
 */
export function useChosenQuery(family: HostingFamily, form: RefObject<HTMLFormElement | null>) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const inAddress = chosenQuery(family, new URLSearchParams(search));
  const [{ query, isOwn, addressCount }, setChosen] = useState({ query: inAddress, isOwn: false, addressCount: 0 });

  /** The query that the page has given its address. */
  const sent = useRef(inAddress);
  useEffect(() => {
    if (inAddress !== sent.current)
      setChosen((chosen) => ({ query: inAddress, isOwn: false, addressCount: chosen.addressCount + 1 }));
    sent.current = inAddress;
  }, [inAddress]);

  useEffect(() => {
    if (!isOwn) return;
    const timer = setTimeout(() => {
      sent.current = query;
      navigate(query ? `${pathname}?${query}` : pathname, { replace: true });
    }, addressDelay);
    return () => clearTimeout(timer);
  }, [query, isOwn, navigate, pathname]);

  const follow = useCallback(() => {
    if (!form.current) return;
    const entries = [...new FormData(form.current)].map(([name, value]) => [name, String(value)]);
    const chosen = chosenQuery(family, new URLSearchParams(entries));
    setChosen((before) => (before.query === chosen ? before : { ...before, query: chosen, isOwn: true }));
  }, [family, form]);
  // What was chosen before hydration.
  useEffect(follow, [follow]);

  return { query, addressCount, follow };
}
