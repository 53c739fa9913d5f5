import { messages } from '../../shared/messages.ts';
import { toastRaised } from '../actions/actions.ts';
import type { AppStore } from '../store.ts';

/** Keys that are blocked with ctrl or cmd: copy (`c`, `insert`), cut (`x`) and view source (`u`). */
const blockedKeys = new Set(['c', 'insert', 'x', 'u']);

/** The letter of a key. If the key types a character that is not ASCII, such as a Cyrillic letter, its letter on a US keyboard. */
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

/** Whether a `contextmenu` is a long press in a field, by which phones paste. `pointer`: the type of the last pressed pointer. */
function isLongPressInField(event: Event, pointer: string): boolean {
  // In some browsers, the event is no `PointerEvent`.
  const { target, pointerType = pointer } = event as Partial<PointerEvent>;
  return ['touch', 'pen'].includes(pointerType) && target instanceof Element && target.matches('input, textarea');
}

/** Blocks right-click, copy, cut and view source on the whole site. A toast says so once. Visitors can still paste and select. */
export function protectContent({ dispatch }: AppStore): void {
  let isAnnounced = false;
  let pointer = '';
  const block = (event: Event) => {
    // Chromium's autofill fires events named `keydown` that are no `KeyboardEvent`.
    if (event.type === 'keydown' && !(event instanceof KeyboardEvent && isBlockedShortcut(event))) return;
    if (event.type === 'contextmenu' && isLongPressInField(event, pointer)) return;
    event.preventDefault();
    if (!isAnnounced) dispatch(toastRaised(messages.contentProtected));
    isAnnounced = true;
  };
  const rememberPointer = ({ pointerType }: PointerEvent) => {
    pointer = pointerType;
  };
  document.addEventListener('pointerdown', rememberPointer, { capture: true });
  for (const kind of ['contextmenu', 'copy', 'cut', 'keydown']) document.addEventListener(kind, block);
}
