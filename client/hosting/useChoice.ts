import { type RefObject, useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { readCompared } from '../../shared/hosting/comparison.ts';
import type { HostingFamily } from '../../shared/hosting/family.ts';
import { choiceQuery, hostingAddress } from '../../shared/hosting/pageQuery.ts';
import { parameters } from '../../shared/paths.ts';

/** Changes the choice. `change` gets the query of the browser's address to modify. The page may still show an earlier query. */
export type Choose = (change: (query: URLSearchParams) => void) => void;

/** The choice on a family's page, which is the query of its address (`choiceQuery`). A change replaces the history entry. */
export function useChoice(family: HostingFamily): readonly [query: URLSearchParams, choose: Choose] {
  const navigate = useNavigate();
  const { search } = useLocation();
  const query = new URLSearchParams(choiceQuery(family, new URLSearchParams(search)));
  const choose: Choose = useCallback(
    (change) => {
      // If the path differs, the visitor has followed a link, and the next page is still loading.
      if (location.pathname !== family.path) return;
      const next = new URLSearchParams(location.search);
      const before = choiceQuery(family, next);
      change(next);
      const after = choiceQuery(family, next);
      if (after === before) return;
      navigate(hostingAddress(family.path, after), { replace: true });
    },
    [family, navigate],
  );
  return [query, choose];
}

/** Returns a function that changes the query: it adds a plan at the end of the compared plans, or removes the plan. */
export function choosePlan(family: HostingFamily, planId: string, isChosen: boolean) {
  return (query: URLSearchParams): void => {
    const others = readCompared(family, query).filter((id) => id !== planId);
    query.set(parameters.compare, [...others, ...(isChosen ? [planId] : [])].join());
  };
}

/** The values of a form as a query. */
function queryOf(form: HTMLFormElement): URLSearchParams {
  return new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

/** Takes over the choice that the visitor made before hydration. Runs once. */
export function useEarlyChoice(formId: string, form: RefObject<HTMLFormElement | null>, choose: Choose): void {
  // Read the form now, because React may be about to replace the form's element.
  const [early] = useState(() => {
    const element = typeof document === 'undefined' ? null : document.forms.namedItem(formId);
    return element && { element, query: queryOf(element) };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once
  useEffect(() => {
    if (!early) return;
    const chosen = form.current === early.element ? queryOf(early.element) : early.query;
    choose((query) => {
      const before = query.getAll(parameters.compare).join().split(',');
      const ids = chosen.getAll(parameters.compare);
      for (const name of [...query.keys()]) query.delete(name);
      for (const [name, value] of chosen) query.set(name, value);
      query.set(parameters.compare, [...before.filter((id) => ids.includes(id)), ...ids].join());
    });
  }, []);
}
