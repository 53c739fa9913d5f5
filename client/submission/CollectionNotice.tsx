import { css } from '@emotion/react';
import { collectionNotice } from '../../shared/legal/collectionNotice.ts';

const notice = css({ color: 'var(--muted)', fontSize: '0.875rem', lineHeight: 1.5 });

/** The privacy notice of every form. The policy opens in a new tab, so that the form stays open. */
export function CollectionNotice() {
  return (
    <p css={notice}>
      {`${collectionNotice.text} `}
      <a href={collectionNotice.path} target="_blank" rel="noopener">
        {collectionNotice.link}
      </a>
    </p>
  );
}
