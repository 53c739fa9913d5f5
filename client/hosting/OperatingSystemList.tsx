import { css } from '@emotion/react';
import type { OperatingSystems } from '../../shared/hosting/family.ts';
import { Section } from '../content/Section.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { dotted } from '../ui/styles.ts';

const list = css({
  '& div': {
    display: 'flex',
    // With large text, the versions are below the name.
    flexWrap: 'wrap',
    gap: '0 1rem',
    padding: '0.5rem 0',
    borderTop: '1px solid var(--line)',
  },
  '& dt': { flex: '1 7rem', fontWeight: 600 },
  '& dd': { flex: '3 9rem', color: 'var(--muted)' },
});

/** The operating systems. Each line names a system and its versions. */
export function OperatingSystemList({ title, lead, groups }: OperatingSystems) {
  return (
    <Section title={title} lead={lead}>
      <dl css={list}>
        {groups.map(({ name, versions, link }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {link ? (
                <PageLink to={link.path}>{link.label}</PageLink>
              ) : (
                <ul css={dotted}>
                  {versions.map((version) => (
                    <li key={version}>{version}</li>
                  ))}
                </ul>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
