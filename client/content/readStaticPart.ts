import type { ReactElement } from 'react';

/** A part of a page that never changes: rendered, or the HTML that the server has rendered. */
export type StaticContent = ReactElement | string;

/** The HTML of a static part of the page from the server, if this is its page. */
export function readStaticPart(id: string): string | undefined {
  return typeof document === 'undefined' ? undefined : document.getElementById(id)?.innerHTML;
}
