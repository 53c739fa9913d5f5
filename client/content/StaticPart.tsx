import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import { isPlainClick } from '../ui/isPlainClick.ts';
import type { StaticContent } from './readStaticPart.ts';

export type StaticPartProps = {
  readonly id: string;
  readonly content: StaticContent;
  readonly className?: string;
};

/**
 * Shows a part of a page that never changes. Hydration leaves its elements as they are, so its components and texts
 * need not load (docs/decisions/0030).
 */
export function StaticPart({ content, ...rest }: StaticPartProps) {
  const navigate = useNavigate();
  if (typeof content !== 'string') return <div {...rest}>{content}</div>;
  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a');
    if (!link || !isPlainClick(event) || link.target) return;
    if (link.origin !== location.origin || link.pathname === location.pathname) return;
    event.preventDefault();
    navigate(link.pathname + link.search + link.hash);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link fires `click` for the keyboard too
    // biome-ignore lint/a11y/noStaticElementInteractions: only its links
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML is that of this page
    <div {...rest} dangerouslySetInnerHTML={{ __html: content }} onClick={follow} />
  );
}
