import { css } from '@emotion/react';
import { CopyButton } from '../ui/CopyButton.tsx';

const line = css({
  display: 'inline-flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: '0.5rem',
  // The line leaves room for the button, which appears after hydration.
  minHeight: '2.75rem',
  '& button': { paddingInline: 0 },
});

export function Reference({ reference }: { readonly reference: string }) {
  return (
    <span css={line}>
      <span>
        Reference <b>{reference}</b>
      </span>
      <CopyButton text={reference} />
    </span>
  );
}
