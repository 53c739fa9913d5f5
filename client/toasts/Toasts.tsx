import { css, keyframes } from '@emotion/react';
import { CircleAlert, CircleCheck, X } from 'lucide';
import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { mainId } from '../../shared/paths.ts';
import { useAppDispatch, useAppSelector } from '../hooks.ts';
import { Reference } from '../submission/Reference.tsx';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { media } from '../ui/media.ts';
import { useTopDialog } from '../ui/topDialog.ts';
import { type Toast, toastDismissed } from './toastsSlice.ts';

const arrive = keyframes({ from: { opacity: 0, transform: 'translateY(8px)' } });

const region = css({
  position: 'fixed',
  zIndex: 50,
  // At the top, so that toasts do not cover the buttons of a dialog; beside the dialog if there is room.
  inset: '1rem 1rem auto',
  display: 'grid',
  gap: '0.75rem',
  pointerEvents: 'none',
  [media.small]: { left: 'auto', width: '24rem' },
  [media.extraLarge]: { inset: 'auto 1rem 1rem auto' },
});
const box = css({
  display: 'grid',
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
  '& button': { margin: '-0.625rem 0' },
  [media.motion]: { animation: `${arrive} 0.2s ease-out` },
});
const destructive = css({
  background: 'var(--danger-ground)',
  borderColor: 'var(--danger)',
  color: 'var(--on-danger)',
  '& > svg': { color: 'inherit' },
  '& button:hover:not(:disabled)': { background: 'transparent', color: 'inherit' },
});
const titleStyle = css({ fontWeight: 700 });
const referenceStyle = css({ fontSize: '0.875rem' });

/** Milliseconds to show a toast: longer for a reference, to write down, and for an error, to understand. */
function showFor({ tone, reference }: Toast): number {
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

type ToastBoxProps = {
  readonly toast: Toast;
  /** The element that had the focus before the toasts. */
  readonly cameFrom: RefObject<HTMLElement | null>;
};

function ToastBox({ toast, cameFrom }: ToastBoxProps) {
  const dispatch = useAppDispatch();
  const element = useRef<HTMLDivElement>(null);
  const { id, title, description, reference, tone } = toast;

  useEffect(() => {
    const node = element.current;
    let timer = 0;
    const begin = () => {
      clearTimeout(timer);
      if (node?.contains(document.activeElement)) return;
      timer = window.setTimeout(() => dispatch(toastDismissed(id)), showFor(toast));
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

  const isError = tone === 'destructive';
  const Sign = isError ? CircleAlert : CircleCheck;
  return (
    <div ref={element} css={[box, isError && destructive]} role={isError ? 'alert' : 'status'}>
      <Icon icon={Sign} size={20} />
      <div>
        {title ? <p css={titleStyle}>{title}</p> : null}
        <p>{description}</p>
        {reference ? (
          <p css={referenceStyle}>
            <Reference reference={reference} />
          </p>
        ) : null}
      </div>
      <Button variant="ghost" size="icon" aria-label="Dismiss" onClick={() => dispatch(toastDismissed(id))}>
        <Icon icon={X} size={18} />
      </Button>
    </div>
  );
}

export function Toasts() {
  const shown = useAppSelector((state) => state.toasts.shown);
  const topDialog = useTopDialog();
  const cameFrom = useRef<HTMLElement>(null);

  const onFocus = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (!currentTarget.contains(relatedTarget))
      cameFrom.current = relatedTarget instanceof HTMLElement ? relatedTarget : null;
  };

  const content = (
    <section css={region} aria-label="Notifications" aria-live="polite" onFocus={onFocus}>
      {shown.map((toast) => (
        <ToastBox key={toast.id} toast={toast} cameFrom={cameFrom} />
      ))}
    </section>
  );
  return topDialog ? createPortal(content, topDialog) : content;
}
