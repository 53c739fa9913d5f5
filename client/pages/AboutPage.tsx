import { css } from '@emotion/react';
import { registration } from '../../shared/legal/companyDetails.ts';
import { people } from '../../shared/optionalFacts.ts';
import { aboutMeta, aboutTexts } from '../../shared/pages/about.ts';
import { paths } from '../../shared/paths.ts';
import { card, fourColumns } from '../content/cards.ts';
import { Hero } from '../content/Hero.tsx';
import { Paragraph } from '../content/Paragraph.tsx';
import { Section, twoColumns } from '../content/Section.tsx';
import { PageHead } from '../layout/PageHead.tsx';
import { CompanyDetails } from '../legal/CompanyDetails.tsx';
import { buttonStyles } from '../ui/Button.tsx';
import { PageLink } from '../ui/PageLink.tsx';

const prose = css({ display: 'grid', gap: '1rem', justifyItems: 'start', maxWidth: '42rem', fontSize: '1.0625rem' });
const partner = css({ marginTop: '0.75rem' });
const figures = css({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(5rem, 1fr))',
  gap: '1rem 0.75rem',
  marginTop: '2.5rem',
  '& div': { display: 'flex', flexDirection: 'column-reverse', justifyContent: 'flex-end' },
  '& dd': { font: '800 clamp(1.75rem, 1.25rem + 2.5vw, 3.25rem)/1.1 var(--display)' },
});
const value = css({ '& p': { marginTop: '0.5rem' } });
const mission = css({ font: '600 clamp(1.375rem, 1.2rem + 1vw, 2rem)/1.35 var(--display)' });

export function Page() {
  const { hero, about: company, partner: partnerLabel, values: held, statistics, mission: aim } = aboutTexts;
  return (
    <>
      <PageHead {...aboutMeta} path={paths.about} />
      <Hero title={hero.title} lead={hero.lead} scene="about" />
      <Section title={company.title}>
        <div css={twoColumns}>
          <div css={prose}>
            {company.paragraphs.map((paragraph) => (
              <Paragraph key={paragraph} text={paragraph} />
            ))}
            <PageLink className="no-print" css={[buttonStyles('default', 'lg'), partner]} to={paths.contact}>
              {partnerLabel}
            </PageLink>
          </div>
          <CompanyDetails details={registration} />
        </div>
        <dl css={[card, figures]}>
          {statistics.map(({ figure, label }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd suppressHydrationWarning>{figure}</dd>
            </div>
          ))}
        </dl>
      </Section>
      {people.length > 0 ? (
        <Section title="Who You Deal With">
          <ul css={fourColumns} role="list">
            {people.map(({ name, role, picture }) => (
              <li css={[card, value]} key={name}>
                {picture ? <img src={picture} alt="" width="96" height="96" loading="lazy" /> : null}
                <h3>{name}</h3>
                <p>{role}</p>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      <Section title="What We Hold To" isRaised>
        <ul css={fourColumns}>
          {Object.entries(held).map(([title, text]) => (
            <li css={[card, value]} key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={aim.title} isSplit>
        <p css={mission}>{aim.text}</p>
      </Section>
    </>
  );
}
