import type { ComponentProps } from 'react';
import { useLocation } from 'react-router';
import { company } from '../../shared/company.ts';
import { mailLink, phoneLink } from '../../shared/contactLinks.ts';
import { hostingList } from '../../shared/hosting/list.ts';
import { legalIds, legalTitle } from '../../shared/legal/list.ts';
import { answerId, legalPath, paths, sectionId } from '../../shared/paths.ts';
import { services } from '../../shared/services/list.ts';
import { PageLink } from '../ui/PageLink.tsx';

const pathOf = new Map([
  ...legalIds.map((id) => [legalTitle(id), legalPath(id)] as const),
  ...[...services, ...hostingList].map(({ name, path }) => [name, path] as const),
  ['Technical Support', paths.support] as const,
  ['Shared, cPanel or reseller?', `#${answerId(0)}`] as const,
  [company.email, mailLink()] as const,
  [company.phone.display, phoneLink] as const,
]);
const names = new RegExp(`((?:${[...pathOf.keys()].join('|').replace(/[.+?]/g, '\\$&')})(?:, section \\d+)?)`);

/** A paragraph with links: from names of legal documents (`, section 4` too), services, families and support, our address and number. */
export function Paragraph({ text, ...rest }: ComponentProps<'p'> & { readonly text: string }) {
  const { pathname } = useLocation();
  const parts = text.split(names).map((part) => {
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
  return <p {...rest}>{parts}</p>;
}
