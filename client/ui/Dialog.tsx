import { css, keyframes } from '@emotion/react';
import { X } from 'lucide';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { buttonStyles } from './Button.tsx';
import { Icon } from './Icon.tsx';
import { media } from './media.ts';
import { setTopDialog } from './topDialog.ts';

const arrive = keyframes({ from: { opacity: 0, transform: 'translateY(8px)' } });
const appear = keyframes({ from: { opacity: 0 } });

const frame = css({
  position: 'fixed',
  inset: 0,
  zIndex: 30,
  width: 'min(31.25rem, calc(100vw - 2rem))',
  maxHeight: 'calc(100dvh - 2rem)',
  margin: 'auto',
  padding: 'clamp(1.25rem, 4vw, 1.75rem)',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  background: 'var(--surface)',
  color: 'var(--text)',
  border: '1px solid var(--line-strong)',
  borderRadius: '1rem',
  // Before scripts the dialog has no backdrop of the browser's.
  boxShadow: '0 0 0 100vmax var(--scrim), var(--shadow)',
  '&:modal': { boxShadow: 'var(--shadow)' },
  '&::backdrop': { background: 'var(--scrim)' },
  [media.motion]: {
    '&:modal': { animation: `${arrive} 0.2s ease-out` },
    '&::backdrop': { animation: `${appear} 0.2s ease-out` },
  },
});
const head = css({ display: 'grid', gap: '0.5rem', paddingRight: '2.5rem', marginBottom: '1.25rem' });
const titleStyle = css({ fontSize: '1.375rem' });
const descriptionStyle = css({ color: 'var(--muted)', fontSize: '0.9375rem' });
const closeStyle = css({ position: 'absolute', top: '0.75rem', right: '0.75rem' });

/** The id of the form whose buttons close the dialog, with scripts or without. */
export const dialogCloseForm = 'dialog-close';

export type DialogProps = {
  readonly title: string;
  readonly description: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** A modal dialog for as long as it is rendered. The server renders it open; with scripts it becomes modal. */
export const Dialog = ({ title, description, onClose, children }: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const descriptionId = useId();

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const returnTo = document.activeElement;
    element.removeAttribute('open');
    element.showModal();
    setTopDialog(element);
    const { overflow } = document.documentElement.style;
    document.documentElement.style.overflow = 'hidden';
    return () => {
      setTopDialog(null);
      document.documentElement.style.overflow = overflow;
      // React takes the element away before the browser could give the focus back.
      if (returnTo instanceof HTMLElement && returnTo.isConnected) returnTo.focus({ preventScroll: true });
    };
  }, []);

  return (
    <dialog
      css={frame}
      ref={dialog}
      open
      aria-labelledby={titleId}
      aria-describedby={descriptionId}
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose();
      }}
    >
      <div css={head}>
        <h2 css={titleStyle} id={titleId}>
          {title}
        </h2>
        <p css={descriptionStyle} id={descriptionId}>
          {description}
        </p>
      </div>
      {children}
      <form
        id={dialogCloseForm}
        method="dialog"
        css={closeStyle}
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
        }}
      >
        <button css={buttonStyles('ghost', 'icon')} type="submit" aria-label="Close">
          <Icon icon={X} size={20} />
        </button>
      </form>
    </dialog>
  );
};
