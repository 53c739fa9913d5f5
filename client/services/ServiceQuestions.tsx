import { css } from '@emotion/react';
import { answerId } from '../../shared/paths.ts';
import type { Questions } from '../../shared/texts.ts';
import { media } from '../ui/styles.ts';

const list = css({
  maxWidth: '48rem',
  borderBottom: '1px solid var(--line-strong)',
  '& details': { borderTop: '1px solid var(--line-strong)' },
  '& summary': { padding: '1rem 0', font: '600 1.0625rem/1.4 var(--display)', cursor: 'pointer' },
  '& summary:hover': { color: 'var(--accent)' },
  '& p': { maxWidth: '38rem', scrollMarginTop: '4rem', paddingBottom: '1.125rem', color: 'var(--muted)' },
  [media.print]: { '& ::details-content': { contentVisibility: 'visible', blockSize: 'auto' } },
});

/** Questions that open their answers without scripts. On paper they are open. */
export function ServiceQuestions({ items }: { readonly items: Questions }) {
  return (
    <div css={list}>
      {Object.entries(items).map(([question, answer], index) => (
        <details key={question}>
          <summary>{question}</summary>
          <p id={answerId(index)}>{answer}</p>
        </details>
      ))}
    </div>
  );
}
