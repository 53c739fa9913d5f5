import { useEffect, useId, useLayoutEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { cleanQuery, searchAddress } from '../../shared/search/searchAddress.ts';
import { isComposing } from '../ui/isComposing.ts';
import { search } from './siteSearch.ts';

const maxSuggestions = 8;
/** The value of `chosen` while the list is open and no option is chosen. */
const none = -1;

/** The typed query, its options, and the index of the chosen option, which is undefined while the list is closed. */
function useSuggestions(field: HTMLInputElement) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<number>();
  const query = cleanQuery(text);
  const options = query ? search(query).documents.slice(0, maxSuggestions) : [];
  const isAsked = chosen !== undefined && query !== '';

  // Synchronises with the field: the visitor may have typed before this component loaded.
  useEffect(() => {
    setText(field.value);
    if (document.activeElement === field && field.value !== field.defaultValue) setChosen(none);
  }, [field]);

  return { options, isAsked, isOpen: isAsked && options.length > 0, chosen, setChosen, setText };
}

/** The index of the option to which an arrow key leads. Undefined for other keys, and without options. */
function neighbour(key: string, current: number, options: number): number | undefined {
  const last = options - 1;
  if (options > 0 && key === 'ArrowDown') return current === last ? none : current + 1;
  if (options > 0 && key === 'ArrowUp') return current === none ? last : current - 1;
}

/** A search field as a combobox: https://www.w3.org/WAI/ARIA/apg/patterns/combobox. Its element stays: the visitor may type. */
export function useCombobox(field: HTMLInputElement) {
  const id = useId();
  const navigate = useNavigate();
  const { setChosen, setText, ...shown } = useSuggestions(field);
  const { options, isOpen, chosen: current = none } = shown;

  const close = () => setChosen(undefined);
  const go = (address: string) => {
    close();
    const [path, part = ''] = address.split('#');
    // On the same page only the fragment changes. The browser moves the focus, and the address keeps its query.
    if (part && path === window.location.pathname) window.location.hash = part;
    else navigate(address);
  };
  const goToSuggestion = (address: string) => {
    go(address);
    setText('');
    field.form?.reset();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Escape') close();
    const address = options[current]?.address;
    const next = neighbour(event.key, current, options.length);
    if (next === undefined && !(event.key === 'Enter' && address)) return;
    event.preventDefault();
    if (next !== undefined) setChosen(next);
    else if (address) goToSuggestion(address);
  };
  const onInput = () => {
    setText(field.value);
    setChosen(none);
  };
  const onSubmit = (event: Event) => {
    event.preventDefault();
    go(searchAddress(cleanQuery(field.value)));
  };

  // Synchronises the field's attributes and listeners after each render: both need the latest state.
  useLayoutEffect(() => {
    field.role = 'combobox';
    field.ariaAutoComplete = 'list';
    field.enterKeyHint = 'search';
    field.ariaExpanded = String(isOpen);
    field.setAttribute('aria-controls', id);
    field.setAttribute('aria-activedescendant', current === none ? '' : `${id}${current}`);
    const listening = new AbortController();
    const { signal } = listening;
    field.addEventListener('keydown', onKeyDown, { signal });
    field.addEventListener('input', onInput, { signal });
    field.addEventListener('blur', close, { signal });
    field.form?.addEventListener('submit', onSubmit, { signal });
    return () => listening.abort();
  });

  return { id, ...shown, goToSuggestion };
}
