import { css } from '@emotion/react';
import { X } from 'lucide';
import { useEffect, useRef } from 'react';
import { supportTexts } from '../../shared/pages/support.ts';
import type { SiteState } from '../store.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { media } from '../ui/styles.ts';

const panel = css({
  position: 'fixed',
  zIndex: 25,
  inset: '0 0 0 0',
  display: 'grid',
  gridTemplateRows: 'auto 1fr',
  background: 'var(--surface)',
  border: '1px solid var(--line-strong)',
  boxShadow: 'var(--shadow)',
  [media.small]: {
    inset: 'auto 1rem 1rem auto',
    width: '24rem',
    height: 'min(38rem, calc(100dvh - 7rem))',
    borderRadius: '1rem',
    overflow: 'hidden',
  },
  '& iframe': { width: '100%', height: '100%', border: 0 },
});
const head = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  padding: '0.25rem 0.25rem 0.25rem 1rem',
  borderBottom: '1px solid var(--line)',
  '& h2': { fontSize: '1.0625rem' },
});

type ChatPanelProps = { readonly frame: NonNullable<SiteState['chatFrame']>; readonly onClose: () => void };

/** The vendor's widget in an iframe, so that the page's CSP stays strict. The widget loads when a visitor opens the chat. */
export function ChatPanel({ frame, onClose }: ChatPanelProps) {
  const root = useRef<HTMLElement>(null);

  // Synchronises the document's focus with the panel.
  useEffect(() => {
    const returnTo = document.activeElement;
    root.current?.focus();
    return () => {
      if (returnTo instanceof HTMLElement) returnTo.focus();
    };
  }, []);

  return (
    <section
      css={panel}
      ref={root}
      tabIndex={-1}
      aria-label={supportTexts.cards.liveChat.title}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <div css={head}>
        <h2>{supportTexts.cards.liveChat.title}</h2>
        <Button variant="ghost" size="icon" aria-label="Close" onClick={onClose}>
          <Icon icon={X} />
        </Button>
      </div>
      <iframe {...frame} title={supportTexts.cards.liveChat.title} />
    </section>
  );
}
