import { company } from '../../shared/company.ts';
import { legalApproval } from '../../shared/legal/draftNotice.ts';
import { legalPath } from '../../shared/paths.ts';
import { PageLink } from '../ui/PageLink.tsx';

const { uptime } = company.figures;
const guarantee = `${uptime} uptime guarantee`;
// The first entry that a text contains becomes the link.
const linkWords = [`${guarantee} with DDoS protection`, guarantee, 'Service Level Agreement', uptime];

/** A text in which the uptime, or the Service Level Agreement's name, leads to that document once it is approved. */
export function CommitmentText({ text }: { readonly text: string }) {
  const link = legalApproval.confirmed && linkWords.find((words) => text.includes(words));
  if (!link) return text;
  const start = text.indexOf(link);
  return (
    <>
      {text.slice(0, start)}
      <PageLink to={legalPath('service-level-agreement')}>{link}</PageLink>
      {text.slice(start + link.length)}
    </>
  );
}
