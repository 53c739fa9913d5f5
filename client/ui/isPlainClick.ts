/** Whether a click opens a link in this tab, and not in another tab or window. */
export function isPlainClick({
  button,
  metaKey,
  ctrlKey,
  shiftKey,
  altKey,
}: Pick<MouseEvent, 'button' | `${'meta' | 'ctrl' | 'shift' | 'alt'}Key`>): boolean {
  return button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);
}
