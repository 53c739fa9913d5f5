import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { HostingFamily } from '../../shared/hosting/family.ts';
import { planCardId } from '../../shared/paths.ts';
import { isPlainClick } from '../ui/isPlainClick.ts';

/** A link to a plan of this page, which may be narrowed, keeps the query: what the visitor has chosen stays. */
function keepQuery(event: MouseEvent): void {
  // The chart's links are those of SVG, which have no `hash`.
  const href = event.target instanceof Element ? event.target.closest('a')?.getAttribute('href') : null;
  if (!href || event.defaultPrevented || !isPlainClick(event)) return;
  const { pathname, search, hash } = new URL(href, location.href);
  if (!hash || search || !location.search || pathname !== location.pathname) return;
  event.preventDefault();
  location.hash = hash;
}

/**
 * The id of the plan that the address's fragment names; undefined: none. It lasts until the visitor chooses something else:
 * `query` changes. If the finder did not show the plan, it is scrolled to when it is shown.
 */
export function useAskedPlan({ plans }: HostingFamily, query: string): string | undefined {
  const { hash, key } = useLocation();
  const [asked, setAsked] = useState<{ readonly id: string; readonly query: string }>();
  const missing = useRef<string>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the query at the time of the navigation
  useEffect(() => {
    const id = plans.find((plan) => hash === `#${planCardId(plan.id)}`)?.id;
    setAsked(id === undefined ? undefined : { id, query });
    missing.current = id !== undefined && !document.getElementById(planCardId(id)) ? id : undefined;
  }, [hash, key, plans]);

  useEffect(() => {
    document.addEventListener('click', keepQuery);
    return () => document.removeEventListener('click', keepQuery);
  }, []);

  useEffect(() => {
    const card = missing.current === undefined ? null : document.getElementById(planCardId(missing.current));
    if (!card) return;
    missing.current = undefined;
    card.scrollIntoView();
  });

  return asked?.query === query ? asked.id : undefined;
}
