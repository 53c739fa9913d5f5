import { css, keyframes } from '@emotion/react';
import { CircleAlert, CircleCheck, X } from 'lucide';
import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { mainId } from '../../shared/paths.ts';
import { useAppDispatch, useAppSelector } from '../hooks.ts';
import { Reference } from '../submission/Reference.tsx';
import { StoredOrder } from '../submission/StoredOrder.tsx';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { media } from '../ui/media.ts';
import { useTopDialog } from '../ui/topDialog.ts';
import { type Toast, toastDismissed } from './toastsSlice.ts';

const arrive = keyframes({ from: { opacity: 0, transform: 'translateY(8px)' } });

const regionStyle = css({
  position: 'fixed',
  zIndex: 50,
  // At the top, so that toasts do not cover the buttons of a dialog; beside the dialog if there is room.
  inset: '1rem 1rem auto',
  display: 'grid',
  gap: '0.75rem',
  pointerEvents: 'none',
  '&[data-moved]': { inset: 'auto 1rem 1rem' },
  [media.small]: { '&, &[data-moved]': { left: 'auto', width: '24rem' } },
  [media.extraLarge]: { inset: 'auto 1rem 1rem auto', '&[data-moved]': { inset: '1rem 1rem auto auto' } },
});
const box = css({
  display: 'grid',
  // Leaves a dialog's actions in sight on a phone with its keyboard.
  maxHeight: 'calc(100dvh - 6.5rem)',
  overflowY: 'auto',
  gridTemplateColumns: 'auto 1fr auto',
  gap: '0.75rem',
  alignItems: 'start',
  padding: '0.875rem 0.5rem 0.875rem 1rem',
  background: 'var(--surface-2)',
  border: '1px solid var(--line-strong)',
  borderRadius: '0.875rem',
  boxShadow: 'var(--shadow)',
  pointerEvents: 'auto',
  '& > svg': { marginTop: '0.125rem', color: 'var(--accent)' },
  [media.motion]: { animation: `${arrive} 0.2s ease-out` },
});
const destructive = css({
  background: 'var(--danger-ground)',
  borderColor: 'var(--danger)',
  color: 'var(--on-danger)',
  '& > svg, & button, & button:hover:not(:disabled)': { background: 'transparent', color: 'inherit' },
});
const titleStyle = css({ fontWeight: 700 });
const dismissStyle = css({ margin: '-0.625rem 0' });
const small = css({ fontSize: '0.875rem' });
const order = css({
  gridColumn: '1 / -1',
  display: 'grid',
  gap: '0.25rem',
  justifyItems: 'start',
  paddingRight: '0.5rem',
  fontSize: '0.9375rem',
  lineHeight: 1.45,
  '& h3': { fontSize: '1rem' },
});

/**
 * Milliseconds to show a toast: longer for a reference, to write down, and for an error, to understand. An order's stays
 * until it is dismissed.
 */
function showFor({ tone, reference, isOrder }: Toast): number | undefined {
  if (isOrder) return;
  return reference ? 30_000 : tone === 'destructive' ? 12_000 : 6_000;
}

/** Returns the focus to where it came from or, if that is gone, to the open dialog or the page's content. */
function returnFocus(cameFrom: HTMLElement | null): void {
  for (const target of [
    cameFrom,
    document.querySelector<HTMLElement>('dialog:modal'),
    document.getElementById(mainId),
  ]) {
    target?.focus({ preventScroll: true });
    if (target && document.activeElement === target) return;
  }
}

/** The submit buttons of the forms that toasts are about. */
function buttonsOf(toasts: readonly Toast[]): readonly Element[] {
  return toasts.flatMap(({ form }) =>
    form ? [...document.querySelectorAll(`[data-drafts="${form}"] [type=submit]:not([form])`)] : [],
  );
}

/** Moves the toasts to the other end of the screen if they cover the button they are about, or what has the focus. */
function place(region: HTMLElement, toasts: readonly Toast[]): void {
  const focused = document.activeElement;
  if (region.contains(focused)) return;
  const isCovered = (element: Element) => {
    const toastsNow = region.getBoundingClientRect();
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return left < toastsNow.right && right > toastsNow.left && top < toastsNow.bottom && bottom > toastsNow.top;
  };
  const buttons = buttonsOf(toasts);
  const isControl = focused?.matches('a, button, input, select, textarea');
  delete region.dataset.moved;
  if (![...buttons, ...(focused && isControl ? [focused] : [])].some(isCovered)) return;
  region.dataset.moved = '';
  if (buttons.some(isCovered)) delete region.dataset.moved;
}

type ToastBoxProps = {
  readonly toast: Toast;
  /** Whether there is room for more than the reference of an order. */
  readonly isRoomy: boolean;
  /** The element that had the focus before the toasts. */
  readonly cameFrom: RefObject<HTMLElement | null>;
};

function ToastBox({ toast, isRoomy, cameFrom }: ToastBoxProps) {
  const dispatch = useAppDispatch();
  const element = useRef<HTMLDivElement>(null);
  const { id, title, description, reference, isOrder, tone } = toast;

  useEffect(() => {
    const node = element.current;
    let timer = 0;
    const begin = () => {
      clearTimeout(timer);
      if (node?.contains(document.activeElement)) return;
      const time = showFor(toast);
      if (time) timer = window.setTimeout(() => dispatch(toastDismissed(id)), time);
    };
    const hold = () => clearTimeout(timer);
    begin();
    node?.addEventListener('pointerenter', hold);
    node?.addEventListener('focusin', hold);
    node?.addEventListener('pointerleave', begin);
    node?.addEventListener('focusout', begin);
    return hold;
  }, [dispatch, id, toast]);

  // The cleanup of a layout effect runs before the element is removed, while it still has the focus.
  useLayoutEffect(() => {
    const node = element.current;
    return () => {
      if (node?.contains(document.activeElement)) returnFocus(cameFrom.current);
    };
  }, [cameFrom]);

  const isDetailed = isOrder && isRoomy;
  const isError = tone === 'destructive';
  const Sign = isError ? CircleAlert : CircleCheck;
  return (
    <div ref={element} css={[box, isError && destructive]} role={isError ? 'alert' : 'status'}>
      <Icon icon={Sign} size={20} />
      <div>
        {title ? <p css={titleStyle}>{title}</p> : null}
        <p>{description}</p>
        {reference && !isDetailed ? (
          <p css={small}>
            <Reference reference={reference} />
          </p>
        ) : null}
      </div>
      <Button
        css={dismissStyle}
        variant="ghost"
        size="icon"
        aria-label="Dismiss"
        onClick={() => dispatch(toastDismissed(id))}
      >
        <Icon icon={X} size={18} />
      </Button>
      {reference && isDetailed ? (
        <div css={order}>
          <StoredOrder reference={reference} />
        </div>
      ) : null}
    </div>
  );
}

export function Toasts() {
  const shown = useAppSelector((state) => state.toasts.shown);
  const topDialog = useTopDialog();
  const cameFrom = useRef<HTMLElement>(null);
  const region = useRef<HTMLElement>(null);

  // Again with each focus: the form moves the focus to an invalid field, or back to its button.
  useEffect(() => {
    const placeAgain = () => {
      if (region.current) place(region.current, shown);
    };
    placeAgain();
    // The form shows by then what failed, which moves its button.
    const frame = requestAnimationFrame(placeAgain);
    for (const type of ['focusin', 'resize']) addEventListener(type, placeAgain);
    return () => {
      cancelAnimationFrame(frame);
      for (const type of ['focusin', 'resize']) removeEventListener(type, placeAgain);
    };
  }, [shown]);

  const onFocus = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (!currentTarget.contains(relatedTarget))
      cameFrom.current = relatedTarget instanceof HTMLElement ? relatedTarget : null;
  };

  const content = (
    <section css={regionStyle} ref={region} aria-label="Notifications" aria-live="polite" onFocus={onFocus}>
      {shown.map((toast) => (
        <ToastBox key={toast.id} toast={toast} isRoomy={topDialog === null} cameFrom={cameFrom} />
      ))}
    </section>
  );
  return topDialog ? createPortal(content, topDialog) : content;
}
