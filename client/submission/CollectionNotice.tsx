import { css } from '@emotion/react';
import { Fragment } from 'react';
import { collectionNotice } from '../../shared/legal/collectionNotice.ts';
import { legalTitle } from '../../shared/legal/list.ts';
import { whenAnswered } from '../../shared/messages.ts';
import { legalPath } from '../../shared/paths.ts';

const notice = css({ color: 'var(--muted)', fontSize: '0.875rem', lineHeight: 1.5 });

/** The last lines of every form: when the answer comes, and the privacy notice. Links open in a new tab, so that the form stays. */
export function CollectionNotice() {
  return (
    <p css={notice}>
      {`${whenAnswered} ${collectionNotice.text} `}
      {collectionNotice.documents.map((id) => (
        <Fragment key={id}>
          <a href={legalPath(id)} target="_blank" rel="noopener">
            {legalTitle(id)}
          </a>{' '}
        </Fragment>
      ))}
    </p>
  );
}
