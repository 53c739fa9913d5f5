import { type RefObject, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { HostingFamily } from '../../shared/hosting/family.ts';
import { hostingAddress } from '../../shared/hosting/pageQuery.ts';
import { useAppSelector, useAppStore } from '../hooks.ts';
import { chosen } from './choosingSlice.ts';
import { chosenState } from './chosenState.ts';
import { showChoice } from './showChoice.ts';

/** Milliseconds without a change after which the address follows: browsers limit how often it changes. */
const addressDelay = 300;

export type AddressKeeperProps = { readonly family: HostingFamily; readonly form: RefObject<HTMLFormElement | null> };

/**
 * Keeps what is chosen and the page's address in step. A choice replaces the history entry; another address, such as
 * after going back, is chosen and shown in the form.
 */
export function AddressKeeper({ family, form }: AddressKeeperProps) {
  const store = useAppStore();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const query = useAppSelector((state) => state.choosing.query);
  const inAddress = chosenState(family, new URLSearchParams(search)).query;

  /** The query that the address had last, or that is on its way there. At first, a choice comes before the address. */
  const known = useRef<string>(null);
  useEffect(() => {
    // After the reset by `navigated`: the first rendering still has what was chosen on the page before.
    known.current ??= store.getState().choosing.query && inAddress;
    if (inAddress === known.current) return;
    known.current = inAddress;
    const state = chosenState(family, new URLSearchParams(inAddress));
    store.dispatch(chosen(state));
    if (form.current) showChoice(form.current, new URLSearchParams(inAddress), state.compared);
  }, [inAddress, family, form, store]);

  useEffect(() => {
    if (query === known.current) return;
    const timer = setTimeout(() => {
      // While another address is being shown, the browser has it already. This runs again when it is shown.
      if (window.location.pathname !== pathname || window.location.search !== search) return;
      known.current = query;
      navigate(hostingAddress(pathname, query), { replace: true });
    }, addressDelay);
    return () => clearTimeout(timer);
  }, [query, pathname, search, navigate]);

  return null;
}
