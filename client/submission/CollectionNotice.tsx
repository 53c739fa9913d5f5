import { css } from '@emotion/react';
import { collectionNotice } from '../../shared/legal/collectionNotice.ts';
import { whenAnswered } from '../../shared/messages.ts';
import { legalPath } from '../../shared/paths.ts';

const notice = css({ color: 'var(--muted)', fontSize: '0.875rem', lineHeight: 1.5 });

/** The last lines of every form: when the answer comes, and the privacy notice. Links open in a new tab, so that the form stays. */
export function CollectionNotice() {
  return (
    <p css={notice}>
      {`${whenAnswered} ${collectionNotice.text} `}
      <a href={collectionNotice.path} target="_blank" rel="noopener">
        {collectionNotice.link}
      </a>{' '}
      <a href={legalPath('terms-of-service')} target="_blank" rel="noopener">
        Terms of Service
      </a>
    </p>
  );
}
