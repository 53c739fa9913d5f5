/** Prints one element of the page alone. */
export function printPart(part: HTMLElement | null): void {
  if (!part) return;
  part.dataset.printing = '';
  addEventListener('afterprint', () => delete part.dataset.printing, { once: true });
  print();
}
