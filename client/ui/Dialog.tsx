import { css, keyframes } from '@emotion/react';
import { X } from 'lucide';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { buttonStyles } from './Button.tsx';
import { isFocusMoving, restoreFocus } from './focusKeeper.ts';
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
  // Before hydration, the dialog is not modal and has no `::backdrop`.
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

/** The id of the form whose buttons close the dialog, with or without scripts. */
export const dialogCloseForm = 'dialog-close';

export type DialogProps = {
  readonly title: string;
  readonly description: string;
  /** If true, nothing closes the dialog. */
  readonly isBusy: boolean;
  readonly onClose: () => void;
  /** The selector of the element to focus on close, if no element outside the dialog had the focus before. */
  readonly opener: string;
  readonly children: ReactNode;
};

/**
 * Makes the dialog modal, which the server cannot do. `autofocus` keeps the focus where it is, and so the keyboard of
 * a phone open. https://html.spec.whatwg.org/multipage/interactive-elements.html#dialog-focusing-steps
 */
function showModal(dialog: HTMLDialogElement): void {
  const focused = document.activeElement;
  const focusedChild = focused instanceof HTMLElement && dialog.contains(focused) ? focused : undefined;
  if (focusedChild) focusedChild.autofocus = true;
  dialog.removeAttribute('open');
  dialog.showModal();
  if (focusedChild) focusedChild.autofocus = false;
}

/** A dialog that is open while it is rendered. The server renders it non-modal; hydration makes it modal. */
export function Dialog({ title, description, isBusy, onClose, opener, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const descriptionId = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const before = document.activeElement;
    restoreFocus();
    // React may hydrate during the `change` event of a field that loses the focus. Showing the dialog then would keep
    // the focus from reaching the next field.
    const due = isFocusMoving() ? setTimeout(showModal, 0, element) : undefined;
    if (due === undefined) showModal(element);
    setTopDialog(element);
    const { overflow } = document.documentElement.style;
    document.documentElement.style.overflow = 'hidden';
    return () => {
      clearTimeout(due);
      setTopDialog(null);
      document.documentElement.style.overflow = overflow;
      element.close();
      const isOutside = before?.isConnected && before !== document.body && !element.contains(before);
      const returnTo = isOutside ? before : document.querySelector(opener);
      if (returnTo instanceof HTMLElement) returnTo.focus({ preventScroll: true });
    };
  }, [opener]);

  return (
    <dialog
      css={frame}
      ref={dialog}
      open
      closedby={isBusy ? 'none' : undefined}
      aria-labelledby={titleId}
      aria-describedby={descriptionId}
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        if (!isBusy) onClose();
      }}
      onClose={(event) => {
        if (event.target !== dialog.current) return;
        // A second Escape cannot be prevented. https://html.spec.whatwg.org/multipage/interaction.html#close-watcher
        if (isBusy) showModal(dialog.current);
        else onClose();
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
          if (!isBusy) onClose();
        }}
      >
        <button css={buttonStyles('ghost', 'icon')} type="submit" aria-label="Close">
          <Icon icon={X} size={20} />
        </button>
      </form>
    </dialog>
  );
}
