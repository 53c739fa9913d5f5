import { css, keyframes } from '@emotion/react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { lostFocus, restoreFocus } from '../early/focusKeeper.ts';
import { showModal } from '../early/orderDialog.ts';
import { buttonStyles } from './Button.tsx';
import { media } from './styles.ts';

const appear = keyframes({ from: { opacity: 0 } });
const inset = 'clamp(1.25rem, 4vw, 1.75rem)';
const frame = css({
  position: 'fixed',
  inset: 0,
  zIndex: 30,
  width: 'min(31.25rem, calc(100vw - 2rem))',
  maxHeight: 'calc(100dvh - 2rem)',
  margin: 'auto',
  padding: 0,
  // Only the `div` inside scrolls, so that the corners stay round.
  overflow: 'hidden',
  background: 'var(--surface)',
  color: 'var(--text)',
  border: '1px solid var(--line-strong)',
  borderRadius: '1rem',
  // Without scripts, the dialog is not modal. This shadow replaces the missing `::backdrop`.
  boxShadow: '0 0 0 100vmax var(--scrim), var(--shadow)',
  '&:modal': { boxShadow: 'var(--shadow)' },
  '& > div': {
    position: 'relative',
    maxHeight: 'inherit',
    padding: `${inset} ${inset} 0`,
    // A focused field scrolls above the buttons and below a toast, with its label visible.
    scrollPadding: 'calc(min(3rem, 8dvh) + var(--toasts, 0px)) 0 min(9rem, 40dvh)',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
  },
  // The close form. Its own class would cost bytes in each of a page's dialogs.
  '& > div > [method=dialog]': { position: 'absolute', top: '0.75rem', right: '0.75rem', fontSize: '1.75rem' },
  '&::backdrop': { background: 'var(--scrim)' },
  [media.motion]: { '&:modal, &::backdrop': { animation: `${appear} 0.2s ease-out` } },
});
const head = css({
  display: 'grid',
  gap: '0.5rem',
  paddingRight: '2.5rem',
  marginBottom: '1.25rem',
  '& h2': { fontSize: '1.375rem' },
  '& p': { color: 'var(--muted)', fontSize: '0.9375rem' },
});
/** The buttons at the end of a dialog, which stay in sight while the dialog scrolls. */
export const dialogActions = css({
  position: 'sticky',
  bottom: 0,
  display: 'flex',
  flexWrap: 'wrap',
  gap: '0.75rem',
  margin: `0 calc(-1 * ${inset})`,
  padding: `0.75rem ${inset}`,
  background: 'var(--surface)',
  borderTop: '1px solid var(--line)',
  '& > *': { flex: 1 },
  '& > small': { flexBasis: '100%', fontSize: '0.8125rem', lineHeight: 1.4 },
  // The button that submits the form around it is wider than Cancel, which belongs to another form.
  '& > button:not([form])': { flexBasis: '8rem' },
  // While a phone's keyboard is open, hide the note (`small`), because the focused field needs the room.
  '@media (height < 20rem)': { '& > small': { display: 'none' } },
  // At four times the text size, sticky buttons would cover half of the dialog.
  '@media (height < 17rem)': { position: 'static' },
});

/** The id of the form whose buttons close the dialog, with or without scripts. */
export function closeFormId(dialogId: string): string {
  return `${dialogId}-close`;
}

type DialogProps = {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Whether the dialog is open when React mounts it. If so, the dialog becomes modal. Later, the browser sets `open`. */
  readonly isOpenAtFirst: boolean;
  /** While true, Escape, Cancel and the close button do nothing. */
  readonly isBusy: boolean;
  readonly children: ReactNode;
  /** Toasts for the open dialog. Toasts outside a modal dialog are inert. */
  readonly toasts: ReactNode;
};

/** A modal dialog. Use `showModal` and `close` to open and close it. */
export function Dialog({ id, title, description, isOpenAtFirst, isBusy, children, toasts }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [open] = useState(isOpenAtFirst);

  useLayoutEffect(() => {
    if (!dialog.current?.open) return;
    const lost = lostFocus();
    showModal(dialog.current);
    restoreFocus(lost);
  }, []);

  return (
    <dialog
      css={frame}
      id={id}
      ref={dialog}
      open={open}
      closedby={isBusy ? 'none' : undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-description`}
      onCancel={(event) => {
        if (isBusy) event.preventDefault();
      }}
      suppressHydrationWarning
    >
      <div>
        {toasts}
        <div css={head}>
          <h2 id={`${id}-title`}>{title}</h2>
          <p id={`${id}-description`}>{description}</p>
        </div>
        {children}
        <form
          id={closeFormId(id)}
          method="dialog"
          onSubmit={(event) => {
            if (isBusy) event.preventDefault();
          }}
        >
          <button css={buttonStyles('ghost', 'icon')} type="submit" aria-label="Close">
            {/* A character, because a page has a dialog for each plan, and a drawing costs 16 bytes in each of them. */}
            <span aria-hidden="true">×</span>
          </button>
        </form>
      </div>
    </dialog>
  );
}
