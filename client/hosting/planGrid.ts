import { type CSSObject, css, type SerializedStyles } from '@emotion/react';
import type { HostingFamily } from '../../shared/hosting/family.ts';
import { threeColumns } from '../content/cards.ts';
import { media } from '../ui/styles.ts';

const widths = ['medium', 'large', 'extraLarge'] as const;

/** A style for each width at which the number of columns changes. */
function byColumns({ columns, plans }: HostingFamily, styleOf: (columns: number) => CSSObject) {
  if (columns === 3) return css({ [media.medium]: { gridTemplateColumns: threeColumns } });
  const amounts = plans.length === 4 ? [2, 2, 4] : [2, 3, 4];
  return css(Object.fromEntries(widths.map((width, index) => [media[width], styleOf(amounts[index] ?? 1)])));
}

function equalColumns(amount: number) {
  return { gridTemplateColumns: `repeat(${amount}, minmax(0, 1fr))` };
}

/** The grid of a family's cards. On paper, four cards take two columns, so that no card is alone in a row. */
export function planGrid(family: HostingFamily): SerializedStyles {
  return css([
    { display: 'grid', gridAutoRows: 'auto', gap: '0 1.25rem' },
    byColumns(family, equalColumns),
    { [media.print]: equalColumns(family.plans.length === 4 ? 2 : 3) },
  ]);
}

/** The place of a box after `cards` cards: it fills the rest of their last row, or a row of its own. */
export function placeAfter(family: HostingFamily, cards: number): SerializedStyles {
  const place = { gridRow: 'span 6', marginBottom: '1.25rem' };
  if (family.columns === 3) return css([place, { gridColumn: '1 / -1' }]);
  return css([place, byColumns(family, (columns) => ({ gridColumn: `span ${columns - (cards % columns)}` }))]);
}
