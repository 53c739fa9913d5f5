import { useCallback } from 'react';
import type { HostingFamily } from '../../shared/hosting/family.ts';
import { choiceQuery } from '../../shared/hosting/pageQuery.ts';
import { useAppSelector, useAppStore } from '../hooks.ts';
import type { State } from '../store.ts';
import { chosen } from './choosingSlice.ts';

/** Changes what is chosen. `change` gets the query as it is now: the page may not show it yet. */
export type Choose = (change: (query: string) => string) => void;

/** What is chosen on a family's page, as a query (`choiceQuery`). */
export function useChosen(family: HostingFamily): readonly [query: string, choose: Choose] {
  const store = useAppStore();
  const select = useCallback(
    ({ choosing }: State) => choiceQuery(family, new URLSearchParams(choosing.query)),
    [family],
  );
  const choose: Choose = useCallback(
    (change) => void store.dispatch(chosen(change(select(store.getState())))),
    [store, select],
  );
  return [useAppSelector(select), choose];
}
