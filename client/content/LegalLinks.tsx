import { legalIds, legalTitle } from '../../shared/legal/list.ts';
import { legalPath } from '../../shared/paths.ts';
import { PageLink } from '../ui/PageLink.tsx';

const pathOf = new Map(legalIds.map((id) => [legalTitle(id), legalPath(id)]));
const titles = new RegExp(`(${[...pathOf.keys()].join('|')})`);

/** A text in which the title of each legal document is a link to that document. */
export function LegalLinks({ text }: { readonly text: string }) {
  return text.split(titles).map((part) => {
    const path = pathOf.get(part);
    return path ? (
      <PageLink key={part} to={path}>
        {part}
      </PageLink>
    ) : (
      part
    );
  });
}
