import { css } from '@emotion/react';
import { suggestionsLine } from '../../shared/pages/search.ts';
import { titleOf } from '../../shared/search/searchDocument.ts';
import { visuallyHidden } from '../ui/styles.ts';
import { useCombobox } from './useCombobox.ts';

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
  '& > small': { flex: 'none' },
  '& span small': { display: 'block' },
  '&:hover': { background: 'var(--surface-2)' },
  // Forced colours remove the background, but not the outline.
  '&[aria-selected="true"]': { background: 'var(--surface-2)', outline: '2px solid var(--accent-2)' },
});
const nothing = css({ padding: '0.75rem', color: 'var(--muted)' });

/** The combobox of a search form: the form's `field`, and the listbox and status below the field. */
export function Suggestions({ field }: { readonly field: HTMLInputElement }) {
  const { id, options, isAsked, isOpen, chosen, goToSuggestion } = useCombobox(field);
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
