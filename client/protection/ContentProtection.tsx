import { useEffect } from 'react';
import { messages } from '../../shared/messages.ts';
import { toastRaised } from '../events/events.ts';
import { useAppDispatch } from '../hooks.ts';

/** With ctrl or cmd: copy (`c`, `insert`), cut (`x`) and view source (`u`). */
const blockedKeys = new Set(['c', 'insert', 'x', 'u']);

/** The character of a shortcut's key; its position on the keyboard if that is not ASCII (Cyrillic, Option on a Mac). */
function keyOf({ key, code }: KeyboardEvent): string {
  return (/^[ -~]$/.test(key) ? key : code.replace('Key', '')).toLowerCase();
}

function isBlockedShortcut(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey } = event;
  if (shiftKey) return false;
  // On a Mac, view source is cmd+alt+u. Ctrl+alt is AltGr, which types letters on Windows.
  if (altKey) return metaKey && keyOf(event) === 'u';
  return (ctrlKey || metaKey) && blockedKeys.has(keyOf(event));
}

/** Blocks right-click, copy, cut and view source on the whole site, and says so once. Paste and selection work. */
export function ContentProtection() {
  const dispatch = useAppDispatch();

  useEffect(() => {
    let isTold = false;
    const block = (event: Event) => {
      event.preventDefault();
      if (isTold) return;
      isTold = true;
      dispatch(toastRaised(messages.contentProtected));
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
