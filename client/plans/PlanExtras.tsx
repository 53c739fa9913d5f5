import { css } from '@emotion/react';
import { parameters } from '../../shared/paths.ts';
import { useHydrated } from '../hooks.ts';
import { media } from '../ui/media.ts';
import { printPart } from '../ui/printPart.ts';

const extras = css({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  columnGap: '0.5rem',
  paddingTop: '0.5rem',
  fontSize: '0.9375rem',
  '& > *': { display: 'flex', gap: '0.5rem', alignItems: 'center', minHeight: '2.25rem' },
  '& input': { width: '1.25rem', height: '1.25rem', margin: 0, accentColor: 'var(--accent)' },
  '& button': { padding: 0, border: 0, background: 'none', color: 'var(--muted)', textDecoration: 'underline' },
  [media.print]: { display: 'none' },
});

function printCard({ currentTarget }: { readonly currentTarget: HTMLElement }) {
  printPart(currentTarget.closest('article'));
}

export type PlanExtrasProps = {
  readonly planId: string;
  readonly isCompared: boolean;
  /** Whether no more plans can be compared. */
  readonly isFull: boolean;
};

/** The last line of a plan's card: compare and print. */
export function PlanExtras({ planId, isCompared, isFull }: PlanExtrasProps) {
  return (
    <div css={extras}>
      <label>
        <input
          type="checkbox"
          name={parameters.compare}
          value={planId}
          defaultChecked={isCompared}
          disabled={isFull && !isCompared}
        />
        Compare
      </label>
      {useHydrated() ? (
        <button type="button" onClick={printCard}>
          Print this plan
        </button>
      ) : null}
    </div>
  );
}
