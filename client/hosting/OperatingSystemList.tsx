import { css } from '@emotion/react';
import type { OperatingSystems } from '../../shared/hosting/family.ts';
import { card } from '../ui/Card.tsx';
import { media } from '../ui/media.ts';
import { PageLink } from '../ui/PageLink.tsx';
import { Section } from '../ui/Section.tsx';

const grid = css({
  display: 'grid',
  gap: '1rem',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  '& > li': { padding: 'clamp(1rem, 3vw, 1.5rem)' },
  [media.large]: { gridTemplateColumns: 'repeat(5, minmax(0, 1fr))' },
});
const versions = css({
  display: 'grid',
  gap: '0.25rem',
  marginTop: '0.5rem',
  color: 'var(--muted)',
  '& small': { fontSize: '0.8125rem' },
});

export function OperatingSystemList({ title, lead, groups }: OperatingSystems) {
  return (
    <Section title={title} lead={lead}>
      <ul css={grid}>
        {groups.map(({ name, versions: offered }) => (
          <li css={card} key={name}>
            <h3>{name}</h3>
            <ul css={versions}>
              {offered.map((version) => (
                <li key={version.name}>
                  {version.path ? <PageLink to={version.path}>{version.name}</PageLink> : version.name}
                  {version.note ? <small> ({version.note.toLowerCase()})</small> : null}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Section>
  );
}
