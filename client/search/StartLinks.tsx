import { css } from '@emotion/react';
import { hostingList } from '../../shared/hosting/list.ts';
import { contactTexts } from '../../shared/pages/contact.ts';
import { legalTexts } from '../../shared/pages/legal.ts';
import { searchTexts } from '../../shared/pages/search.ts';
import { servicesTexts } from '../../shared/pages/services.ts';
import { supportTexts } from '../../shared/pages/support.ts';
import { paths } from '../../shared/paths.ts';
import { PageLinks } from '../ui/PageLink.tsx';

const links = css({
  '& h2': { fontSize: '1.375rem' },
  '& ul': { display: 'flex', flexWrap: 'wrap', gap: '0.5rem 1.5rem', marginTop: '0.75rem' },
  '& a': { display: 'inline-block', padding: '0.25rem 0' },
});

const usefulLinks = [
  { path: paths.services, name: servicesTexts.title },
  ...hostingList,
  { path: paths.support, name: supportTexts.title },
  { path: paths.contact, name: contactTexts.banner },
  { path: paths.legal, name: legalTexts.title },
];

export function StartLinks() {
  return (
    <div css={links}>
      <h2>{searchTexts.usefulLinks}</h2>
      <ul>
        <PageLinks links={usefulLinks} />
      </ul>
    </div>
  );
}
