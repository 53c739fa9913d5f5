import { css } from '@emotion/react';
import { CircleAlert, CircleCheck, Info, X } from 'lucide';
import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { mainId } from '../../shared/paths.ts';
import { showFocusedField } from '../early/focusKeeper.ts';
import { useAppDispatch, useAppSelector } from '../hooks.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { media, messageBox } from '../ui/styles.ts';
import { useHydrated } from '../ui/useHydrated.ts';
import { type Toast, toastDismissed } from './toastsSlice.ts';

// The region is below the page's header, or at the top of a dialog, where toasts push the content down.
const regionStyle = css({
  display: 'grid',
  gap: '0.75rem',
  'body > &': {
    position: 'fixed',
    zIndex: 50,
    inset: 'var(--bar) 0 auto',
    padding: '1rem',
    maxHeight: 'calc(100dvh - var(--bar))',
    overflowY: 'auto',
    pointerEvents: 'none',
    // On the home page, the header is below the top bar. So the region follows the header.
    '@supports (top: anchor(bottom))': { positionAnchor: '--header', top: 'anchor(bottom)' },
    [media.small]: { left: 'auto', width: '26rem' },
  },
  // As long as the page shows a form's result (StoredResult.tsx), the toast about it is below it, or at the window's end.
  'body:has([data-result]) > &[data-stored]': {
    top: 'auto',
    bottom: 0,
    '@supports (top: anchor(bottom))': {
      position: 'absolute',
      positionAnchor: '--result',
      top: 'anchor(bottom)',
      bottom: 'auto',
    },
  },
  'dialog &': { position: 'sticky', top: 0, zIndex: 2, '&:not(:empty)': { marginBottom: '1rem' } },
});
const box = css({
  display: 'grid',
  gridTemplateColumns: 'auto 1fr auto',
  gap: '0.75rem',
  alignItems: 'start',
  padding: '0.875rem 0.5rem 0.875rem 1rem',
  pointerEvents: 'auto',
  '& > svg': { marginTop: '0.125rem', color: 'var(--accent)' },
  '& small': { color: 'inherit' },
});
const destructive = css({
  background: 'var(--danger-ground)',
  borderColor: 'var(--danger)',
  color: 'var(--on-danger)',
  '& > svg, & button, & button:hover:not(:disabled)': { background: 'transparent', color: 'inherit' },
  '& button': { outlineColor: 'currentcolor' },
});
const titleStyle = css({ fontWeight: 700 });
const dismissStyle = css({ margin: '-0.625rem 0' });
const neutral = css({ '& > svg': { color: 'var(--muted)' } });

/** `milliseconds`: how long to show a toast. An error takes longer to read than a success. */
const tones = {
  default: { sign: CircleCheck, style: null, role: 'status', milliseconds: 6_000 },
  info: { sign: Info, style: neutral, role: 'status', milliseconds: 6_000 },
  destructive: { sign: CircleAlert, style: destructive, role: 'alert', milliseconds: 12_000 },
} as const;

type ToastBoxProps = {
  readonly toast: Toast;
  /** The element that had the focus before the focus moved into the toasts. */
  readonly cameFrom: RefObject<HTMLElement | null>;
};

function ToastBox({ toast, cameFrom }: ToastBoxProps) {
  const dispatch = useAppDispatch();
  const element = useRef<HTMLDivElement>(null);
  /** How often the toast's time has begun again, because the visitor was at the toast. */
  const [rounds, setRounds] = useState(0);
  const { id, title, description, reference, tone } = toast;
  const { sign, style, role, milliseconds } = tones[tone];

  // Synchronises with the clock and with the pointer.
  useEffect(() => {
    const timer = setTimeout(() => {
      // A visitor who points at a toast may still be reading, so show the toast for another period.
      if (element.current?.matches(':hover, :focus-within')) setRounds(rounds + 1);
      else dispatch(toastDismissed(id));
    }, milliseconds);
    return () => clearTimeout(timer);
  }, [dispatch, id, milliseconds, rounds]);

  const dismiss = () => {
    const dialog = document.querySelector<HTMLElement>('dialog:modal');
    // If the visitor dismisses the toast with the keyboard, the toast has the focus. Move the focus to the first of these elements
    // that can have it. After a click, the focus is elsewhere: `onMouseDown` keeps the click from moving the focus.
    for (const target of [cameFrom.current, dialog, document.getElementById(mainId)])
      if (element.current?.contains(document.activeElement)) target?.focus({ preventScroll: true });
    dispatch(toastDismissed(id));
  };

  return (
    <div ref={element} css={[messageBox, box, style]} role={role}>
      <Icon icon={sign} size={20} />
      <div>
        {title ? <p css={titleStyle}>{title}</p> : null}
        <p>{description}</p>
        {reference ? <small>Reference {reference}</small> : null}
      </div>
      <Button
        css={dismissStyle}
        variant="ghost"
        size="icon"
        aria-label="Dismiss"
        onMouseDown={(event) => event.preventDefault()}
        onClick={dismiss}
      >
        <Icon icon={X} size={18} />
      </Button>
    </div>
  );
}

const none: readonly Toast[] = [];

/** The toasts, each a live region. `isInDialog`: they are in the open dialog, because everything outside it is inert. */
export function Toasts({ isInDialog = false }: { readonly isInDialog?: boolean }) {
  const isHydrated = useHydrated();
  const isDialogOpen = useAppSelector((state) => state.openPlan !== null);
  const isHere = isHydrated && isDialogOpen === isInDialog;
  const shown = useAppSelector((state) => (isHere ? state.toasts.shown : none));
  const region = useRef<HTMLElement>(null);
  const cameFrom = useRef<HTMLElement>(null);
  const rememberFocus = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget as HTMLElement | null;
  };

  const isStored = shown.some(({ reference }) => reference);
  // The styles of page and dialog let a field come to rest below the toasts.
  useLayoutEffect(() => {
    if (shown.length === 0 || isStored) return;
    const { style } = document.documentElement;
    style.setProperty('--toasts', `${region.current?.offsetHeight}px`);
    showFocusedField();
    return () => void style.removeProperty('--toasts');
  }, [isStored, shown]);

  return (
    <section
      css={regionStyle}
      ref={region}
      data-stored={isStored || undefined}
      aria-label="Notifications"
      onFocus={rememberFocus}
    >
      {shown.map((toast) => (
        <ToastBox key={toast.id} toast={toast} cameFrom={cameFrom} />
      ))}
    </section>
  );
}
