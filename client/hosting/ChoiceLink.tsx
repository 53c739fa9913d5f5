import type { ReactNode } from 'react';
import type { HostingFamily } from '../../shared/hosting/family.ts';
import { choiceQuery, hostingAddress } from '../../shared/hosting/pageQuery.ts';
import type { Choose } from './useChoice.ts';

type ChoiceLinkProps = {
  readonly family: HostingFamily;
  readonly query: URLSearchParams;
  readonly choose: Choose;
  readonly change: (query: URLSearchParams) => void;
  /** Selects the element that gets the focus, because the change may remove the link. */
  readonly next: string;
  readonly label?: string;
  readonly children: ReactNode;
};

/** A link that changes the choice on a hosting page. Without scripts, it requests the page with the changed choice. */
export function ChoiceLink({ family, query, choose, change, next, label, children }: ChoiceLinkProps) {
  const changed = new URLSearchParams(query);
  change(changed);
  return (
    <a
      className="no-print"
      href={hostingAddress(family.path, choiceQuery(family, changed))}
      aria-label={label}
      onClick={(event) => {
        // A click with one of these keys opens the link in another tab or window, so leave it to the browser.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        document.querySelector<HTMLElement>(next)?.focus();
        choose(change);
      }}
    >
      {children}
    </a>
  );
}
