import { css } from '@emotion/react';
import type { HostingFamily } from '../../shared/hosting/family.ts';
import { messages, orderSteps } from '../../shared/messages.ts';
import { planCardId } from '../../shared/paths.ts';
import { card } from '../content/cards.ts';
import { measure } from '../content/Section.tsx';
import { useAppSelector } from '../hooks.ts';
import { Reference, StoredResult } from '../submission/StoredResult.tsx';
import { wrappingRow } from '../ui/styles.ts';
import { orderResultId } from './openOrder.ts';

const band = css({ paddingBlock: 'clamp(1rem, 0.5rem + 2vw, 2rem)' });
const row = css({ columnGap: '0.75rem', fontWeight: 600 });
const facts = css({ flexBasis: '100%', fontWeight: 400, overflowWrap: 'anywhere' });

/** The orders that the visitor has placed on this page, shown at the top of the page. */
export function OrderResult({ family }: { readonly family: HostingFamily }) {
  const submission = useAppSelector((state) => state.submission);
  const orders = family.plans.flatMap(({ id, name }) =>
    (submission[id]?.stored ?? []).map((stored) => ({ id, name, ...stored })),
  );
  if (orders.length === 0) return null;
  return (
    <div css={[measure, band]}>
      <StoredResult css={card} id={orderResultId} heading="h2" message={messages.orderSubmitted} next={orderSteps}>
        <ul role="list">
          {orders.map(({ id, name, reference, lines }) => (
            <li css={[wrappingRow, row]} key={`${id} ${reference}`}>
              <a href={`#${planCardId(id)}`}>{`${family.name}: ${name}`}</a>
              {reference ? <Reference reference={reference} /> : null}
              <ul css={facts} role="list">
                {lines.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </StoredResult>
    </div>
  );
}
