import { css } from '@emotion/react';
import type { HostingFamily } from '../../shared/hosting/family.ts';
import { messages, orderSteps } from '../../shared/messages.ts';
import { planCardId } from '../../shared/paths.ts';
import { card } from '../content/cards.ts';
import { measure } from '../content/Section.tsx';
import { useAppSelector } from '../hooks.ts';
import { Reference } from '../submission/Reference.tsx';
import { StoredResult } from '../submission/StoredResult.tsx';
import { orderResultId } from './openOrder.ts';

const band = css({ paddingBlock: 'clamp(1rem, 0.5rem + 2vw, 2rem)' });
const row = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '0.75rem', fontWeight: 600 });

/** The orders that the visitor has placed on this page, shown at the top of the page. */
export function OrderResult({ family }: { readonly family: HostingFamily }) {
  const submission = useAppSelector((state) => state.submission);
  const orders = family.plans.flatMap(({ id, name }) =>
    (submission[id]?.stored ?? []).map((reference) => ({ id, name, reference })),
  );
  if (orders.length === 0) return null;
  return (
    <div css={[measure, band]}>
      <StoredResult css={card} id={orderResultId} heading="h2" message={messages.orderSubmitted} next={orderSteps}>
        <ul role="list">
          {orders.map(({ id, name, reference }) => (
            <li css={row} key={`${id} ${reference}`}>
              {/* Leads back to the plan's card, where the order began. */}
              <a href={`#${planCardId(id)}`}>{`${family.name}: ${name}`}</a>
              {reference ? <Reference reference={reference} /> : null}
            </li>
          ))}
        </ul>
      </StoredResult>
    </div>
  );
}
