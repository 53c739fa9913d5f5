import { useLocation } from 'react-router';
import { hostingList } from '../../shared/hosting/list.ts';
import { legalIds, legalTitle } from '../../shared/legal/list.ts';
import { legalPath, sectionId } from '../../shared/paths.ts';
import { services } from '../../shared/services/list.ts';
import { PageLink } from '../ui/PageLink.tsx';

const pathOf = new Map([
  ...legalIds.map((id) => [legalTitle(id), legalPath(id)] as const),
  ...[...services, ...hostingList].map(({ name, path }) => [name, path] as const),
]);
const names = new RegExp(`((?:${[...pathOf.keys()].join('|')})(?:, section \\d+)?)`);

/** A text with links: names of legal documents (`, section 4` too), services and hosting families lead to other pages. */
export function LinkedText({ text }: { readonly text: string }) {
  const { pathname } = useLocation();
  return text.split(names).map((part) => {
    const [name = '', section] = part.split(', section ');
    const path = pathOf.get(name);
    return path && path !== pathname ? (
      <PageLink key={part} to={section ? `${path}#${sectionId(section)}` : path}>
        {part}
      </PageLink>
    ) : (
      part
    );
  });
}
