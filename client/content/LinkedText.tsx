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

/**
 * A text in which the name of each legal document, service and hosting family is a link to its page, if that is another page.
 * `Terms of Service, section 4` is a link to the section.
 */
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
