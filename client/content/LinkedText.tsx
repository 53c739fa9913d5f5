import { useLocation } from 'react-router';
import { hostingList } from '../../shared/hosting/list.ts';
import { legalIds, legalTitle } from '../../shared/legal/list.ts';
import { legalPath } from '../../shared/paths.ts';
import { services } from '../../shared/services/list.ts';
import { PageLink } from '../ui/PageLink.tsx';

const pathOf = new Map([
  ...legalIds.map((id) => [legalTitle(id), legalPath(id)] as const),
  ...[...services, ...hostingList].map(({ name, path }) => [name, path] as const),
]);
const names = new RegExp(`(${[...pathOf.keys()].join('|')})`);

/** A text in which the name of each legal document, service and hosting family is a link to its page, if that is another page. */
export function LinkedText({ text }: { readonly text: string }) {
  const { pathname } = useLocation();
  return text.split(names).map((part) => {
    const path = pathOf.get(part);
    return path && path !== pathname ? (
      <PageLink key={part} to={path}>
        {part}
      </PageLink>
    ) : (
      part
    );
  });
}
