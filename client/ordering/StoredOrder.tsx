import { css } from '@emotion/react';
import { company } from '../../shared/company.ts';
import { phoneLink } from '../../shared/contactLinks.ts';
import { orderSteps } from '../../shared/hosting/orderSteps.ts';
import { Reference } from '../submission/Reference.tsx';

const list = css({ display: 'grid', gap: '0.25rem', paddingLeft: '1.25rem', listStyle: 'decimal' });

/** What a visitor needs to know about a stored order: its reference, what happens next, and whom to ask. */
export function StoredOrder({ reference }: { readonly reference: string }) {
  return (
    <>
      <Reference reference={reference} />
      <h3>{orderSteps.title}</h3>
      <ol css={list}>
        {orderSteps.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p>
        Questions? Phone <a href={phoneLink}>{company.phone.display}</a> and give the reference.
      </p>
    </>
  );
}
