import { css } from '@emotion/react';
import { collectionNotice } from '../../shared/legal/collectionNotice.ts';

const notice = css({ color: 'var(--muted)', fontSize: '0.875rem', lineHeight: 1.5 });

/** Stands by every form. The policy opens beside the page, so that nothing typed is left behind. */
export function CollectionNotice() {
  return (
    <p css={notice}>
      {collectionNotice.text}{' '}
      <a href={collectionNotice.path} target="_blank" rel="noopener">
        {collectionNotice.link}
      </a>
    </p>
  );
}
