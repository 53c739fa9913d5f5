import { useEffect } from 'react';
import { company } from '../../shared/company.ts';
import { messages } from '../../shared/messages.ts';
import { useAppDispatch } from '../hooks.ts';
import { noticeRaised } from '../toasts/toastsSlice.ts';

/** With ctrl or cmd: copy, cut, and the page's source. */
const blockedKeys = new Set(['c', 'x', 'u']);

const isBlockedShortcut = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && blockedKeys.has(key.toLowerCase());

/** Blocks right-click, copy and cut all over the site, and says so once. Pasting and selecting stay free. */
export const ContentProtection = () => {
  const dispatch = useAppDispatch();

  useEffect(() => {
    if (!company.contentProtection) return;
    let isTold = false;
    const block = (event: Event) => {
      event.preventDefault();
      if (isTold) return;
      isTold = true;
      dispatch(noticeRaised(messages.contentProtected));
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (isBlockedShortcut(event)) block(event);
    };
    const blocked = ['contextmenu', 'copy', 'cut'] as const;
    for (const kind of blocked) document.addEventListener(kind, block);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      for (const kind of blocked) document.removeEventListener(kind, block);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [dispatch]);

  return null;
};
