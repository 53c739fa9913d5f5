import { type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { readCompared } from '../../shared/hosting/comparison.ts';
import type { HostingFamily } from '../../shared/hosting/family.ts';
import { choiceQuery, hostingAddress } from '../../shared/hosting/pageQuery.ts';
import { parameters } from '../../shared/paths.ts';

/** Changes the choice. `change` gets the query of the choice to modify. The page may still show an earlier query. */
export type Choose = (change: (query: URLSearchParams) => void) => void;

/** The least time between two writes of the address, in milliseconds. Safari refuses more than 100 writes in ten seconds. */
const addressPause = 300;

/** A choice that the address `path + search` does not have yet, because the last write was less than `addressPause` ago. */
let ahead: { readonly path: string; readonly search: string; readonly query: string } | undefined;
let lastWrite = -addressPause;
let nextWrite: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The choice on the browser's page. Undefined on the server, and while the browser already has the address of another page. */
function currentChoice(family: HostingFamily): string | undefined {
  if (typeof window === 'undefined' || location.pathname !== family.path) return undefined;
  // If the address has changed since then, the visitor has gone back, or has followed a link.
  const isAhead = ahead?.path === location.pathname && ahead.search === location.search;
  return isAhead ? ahead?.query : choiceQuery(family, new URLSearchParams(location.search));
}

/** The choice on a family's page, which is the query of its address (`choiceQuery`). A change replaces the history entry. */
export function useChoice(family: HostingFamily): readonly [query: URLSearchParams, choose: Choose] {
  const navigate = useNavigate();
  const { search } = useLocation();
  const read = () => currentChoice(family);
  const chosen = useSyncExternalStore(subscribe, read, read);
  const query = new URLSearchParams(chosen ?? choiceQuery(family, new URLSearchParams(search)));
  const choose: Choose = useCallback(
    (change) => {
      const before = currentChoice(family);
      if (before === undefined) return;
      const next = new URLSearchParams(before);
      change(next);
      const after = choiceQuery(family, next);
      if (after === before) return;
      ahead = { path: location.pathname, search: location.search, query: after };
      const write = () => {
        const choice = currentChoice(family);
        ahead = undefined;
        lastWrite = performance.now();
        if (choice === after) navigate(hostingAddress(family.path, after), { replace: true });
      };
      const pause = lastWrite + addressPause - performance.now();
      clearTimeout(nextWrite);
      if (pause > 0) nextWrite = setTimeout(write, pause);
      else write();
      for (const listener of listeners) listener();
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

type ChoiceLinkProps = {
  readonly family: HostingFamily;
  readonly query: URLSearchParams;
  readonly choose: Choose;
  readonly change: (query: URLSearchParams) => void;
  /** Selects the element that gets the focus, because the change may remove the link. */
  readonly next: string;
  readonly label?: string;
  readonly children: ReactNode;
};

/** A link that changes the choice on a hosting page. Without scripts, it requests the page with the changed choice. */
export function ChoiceLink({ family, query, choose, change, next, label, children }: ChoiceLinkProps) {
  const changed = new URLSearchParams(query);
  change(changed);
  return (
    <a
      className="no-print"
      href={hostingAddress(family.path, choiceQuery(family, changed))}
      aria-label={label}
      onClick={(event) => {
        // A click with one of these keys opens the link in another tab or window, so leave it to the browser.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        document.querySelector<HTMLElement>(next)?.focus();
        choose(change);
      }}
    >
      {children}
    </a>
  );
}

function queryOf(form: HTMLFormElement): URLSearchParams {
  return new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

/** Takes over the choice that the visitor made before hydration. Runs once. */
export function useEarlyChoice(formId: string, choose: Choose): void {
  // Read the form now, because React may be about to replace the form's element.
  const [early] = useState(() => {
    const element = typeof document === 'undefined' ? null : document.forms.namedItem(formId);
    return element && { element, query: queryOf(element) };
  });
  // Synchronises the address with the fields that the visitor changed before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, because later changes reach `choose` by events
  useEffect(() => {
    if (!early) return;
    const chosen = early.element.isConnected ? queryOf(early.element) : early.query;
    choose((query) => {
      const before = query.getAll(parameters.compare).join().split(',');
      const ids = chosen.getAll(parameters.compare);
      for (const [name, value] of chosen) query.set(name, value);
      query.set(parameters.compare, [...before.filter((id) => ids.includes(id)), ...ids].join());
    });
  }, []);
}
