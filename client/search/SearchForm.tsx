import { css, type SerializedStyles } from '@emotion/react';
import { Search } from 'lucide';
import { lazy, Suspense, type SyntheticEvent, useState } from 'react';
import { parameters, searchPath } from '../../shared/paths.ts';
import { buttonStyles } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { untilLoaded } from '../ui/loading.ts';

const Suggestions = lazy(() =>
  untilLoaded(async () => {
    const loaded = await import(/* webpackChunkName: "search" */ './Suggestions.tsx');
    return { default: loaded.Suggestions };
  }),
);

const form = css({
  position: 'relative',
  display: 'grid',
  '& > *': { gridArea: '1 / 1', justifySelf: 'end' },
  '& input': {
    width: '100%',
    padding: '0 2.75rem 0 0.875rem',
    background: 'none',
    border: '1px solid var(--line-strong)',
    borderRadius: '0.625rem',
  },
  '& input:hover': { borderColor: 'var(--accent)' },
});

const onPage = css({ width: 'min(100%, 36rem)' });

export type SearchFormProps = {
  /** The accessible name, which tells two search forms on a page apart. */
  readonly label?: string;
  readonly query?: string;
  /** Whether the field gets the focus when the page opens. */
  readonly isFirst?: boolean;
  /** By default, the form is as wide as on a page. */
  readonly styles?: SerializedStyles;
};

/** A form that opens the search page. When the visitor points at the form or focuses its field, the field becomes a combobox. */
export function SearchForm({ label, query, isFirst, styles = onPage }: SearchFormProps) {
  const [field, setField] = useState<HTMLInputElement | null>(null);
  const suggest = ({ currentTarget }: SyntheticEvent) => setField(currentTarget.querySelector('input'));
  return (
    <search css={styles} aria-label={label}>
      <form css={form} action={searchPath} autoComplete="off" onFocus={suggest} onPointerEnter={suggest}>
        <input
          name={parameters.query}
          defaultValue={query}
          // biome-ignore lint/a11y/noAutofocus: who opens the search page without a query wants to type a query
          autoFocus={isFirst}
          aria-label="Search"
          placeholder="Search"
          ref={(element) => {
            // The visitor may have focused the field before hydration.
            if (element?.matches(':focus')) setField(element);
          }}
        />
        <button type="submit" css={buttonStyles('ghost', 'icon')} aria-label="Search">
          <Icon icon={Search} />
        </button>
        {field ? (
          <Suspense>
            <Suggestions field={field} />
          </Suspense>
        ) : null}
      </form>
    </search>
  );
}
