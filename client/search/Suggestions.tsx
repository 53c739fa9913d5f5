import { css } from '@emotion/react';
import { useEffect, useId, useLayoutEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { suggestionsLine } from '../../shared/pages/search.ts';
import { cleanQuery, searchAddress } from '../../shared/search/query.ts';
import { titleOf } from '../../shared/search/searchDocument.ts';
import { isComposing } from '../ui/isComposing.ts';
import { visuallyHidden } from '../ui/styles.ts';
import { search } from './siteSearch.ts';

const panel = css({
  position: 'absolute',
  zIndex: 30,
  top: 'calc(100% + 0.5rem)',
  left: 0,
  width: 'max(100%, min(26rem, calc(100vw - 2rem)))',
  maxHeight: 'min(28rem, 60dvh)',
  padding: '0.375rem',
  overflowY: 'auto',
  background: 'var(--surface)',
  border: '1px solid var(--line-strong)',
  borderRadius: '0.75rem',
  boxShadow: 'var(--shadow)',
});
const option = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '1rem',
  minHeight: '2.75rem',
  padding: '0.5rem 0.75rem',
  borderRadius: '0.5rem',
  cursor: 'pointer',
  lineHeight: 1.3,
  '& small': { color: 'var(--muted)' },
  '& > small': { flex: 'none' },
  '& span small': { display: 'block', fontVariantNumeric: 'tabular-nums' },
  '&:hover': { background: 'var(--surface-2)' },
  // Forced colours remove the background, but not the outline.
  '&[aria-selected="true"]': { background: 'var(--surface-2)', outline: '2px solid var(--accent-2)' },
});
const nothing = css({ padding: '0.75rem', color: 'var(--muted)' });

const maxSuggestions = 8;

/** The value of `chosen` while the list is open and no option is chosen. */
const none = -1;

/**
 * Makes the field of a search form a combobox with a listbox of results: https://www.w3.org/WAI/ARIA/apg/patterns/combobox
 * The visitor may already be typing, so this component keeps the field's element and only sets attributes on it.
 */
export function Suggestions({ field }: { readonly field: HTMLInputElement }) {
  const id = useId();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  /** The index of the chosen option; undefined while the list is closed. */
  const [chosen, setChosen] = useState<number>();

  const query = cleanQuery(text);
  const options = query ? search(query).documents.slice(0, maxSuggestions) : [];
  const isAsked = chosen !== undefined && query !== '';
  const isOpen = isAsked && options.length > 0;

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

  useEffect(() => {
    // The visitor may have typed before this component loaded.
    setText(field.value);
    if (document.activeElement === field && field.value !== field.defaultValue) setChosen(none);
  }, [field]);

  // Runs after each render: the listeners need the latest state.
  useLayoutEffect(() => {
    const current = chosen ?? none;
    field.role = 'combobox';
    field.ariaAutoComplete = 'list';
    field.enterKeyHint = 'search';
    field.ariaExpanded = String(isOpen);
    field.setAttribute('aria-controls', id);
    field.setAttribute('aria-activedescendant', current === none ? '' : `${id}${current}`);

    const choose = (event: KeyboardEvent, index: number) => {
      event.preventDefault();
      setChosen(index);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const last = options.length - 1;
      if (isComposing(event) || event.ctrlKey || event.metaKey) return;
      if (event.key === 'Escape') close();
      if (options.length === 0) return;
      if (event.key === 'ArrowDown') choose(event, current === last ? none : current + 1);
      if (event.key === 'ArrowUp') choose(event, current === none ? last : current - 1);
      const address = options[current]?.address;
      if (event.key === 'Enter' && address !== undefined) {
        event.preventDefault();
        goToSuggestion(address);
      }
    };
    const onInput = () => {
      setText(field.value);
      setChosen(none);
    };
    const onSubmit = (event: Event) => {
      event.preventDefault();
      go(searchAddress(cleanQuery(field.value)));
    };
    const listening = new AbortController();
    const { signal } = listening;
    field.addEventListener('keydown', onKeyDown, { signal });
    field.addEventListener('input', onInput, { signal });
    field.addEventListener('blur', close, { signal });
    field.form?.addEventListener('submit', onSubmit, { signal });
    return () => listening.abort();
  });

  return (
    <>
      <div
        css={panel}
        id={id}
        role="listbox"
        aria-label="Suggestions"
        hidden={!isOpen}
        // A press on the list leaves the focus in the field.
        onMouseDown={(event) => event.preventDefault()}
      >
        {options.map((document, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
          <div
            css={option}
            key={document.address}
            id={`${id}${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            ref={index === chosen ? showOption : undefined}
            onClick={() => goToSuggestion(document.address)}
          >
            <span>
              {titleOf(document)}
              {document.facts ? <small> {document.facts}</small> : null}
            </span>{' '}
            <small>{document.kind}</small>
          </div>
        ))}
      </div>
      <p css={isAsked && options.length === 0 ? [panel, nothing] : visuallyHidden} role="status">
        {isAsked ? suggestionsLine(options.length) : ''}
      </p>
    </>
  );
}

function showOption(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
