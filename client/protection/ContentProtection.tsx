import { useEffect } from 'react';
import { company } from '../../shared/company.ts';
import { messages } from '../../shared/messages.ts';
import { noticeRaised } from '../events/noticeRaised.ts';
import { useAppDispatch } from '../hooks.ts';

/** With ctrl or cmd: copy (by two keys), cut, and the page's source. */
const blockedKeys = new Set(['c', 'insert', 'x', 'u']);

/** What a shortcut's key means: its letter, or its place where it gives no Latin one (Cyrillic, or a Mac's Option). */
function keyOf({ key, code }: KeyboardEvent): string {
  return (/^[ -~]$/.test(key) ? key : code.replace('Key', '')).toLowerCase();
}

function isBlockedShortcut(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey } = event;
  if (shiftKey) return false;
  // A Mac's way to the source is cmd and alt; ctrl and alt together are AltGr, with which Windows writes letters.
  if (altKey) return metaKey && keyOf(event) === 'u';
  return (ctrlKey || metaKey) && blockedKeys.has(keyOf(event));
}

/** Blocks right-click, copy and cut all over the site, and says so once. Pasting and selecting stay free. */
export function ContentProtection() {
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
}
