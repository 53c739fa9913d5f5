import { css } from '@emotion/react';
import { certificates, clientWords, people } from '../../shared/optionalFacts.ts';
import { aboutMeta, aboutTexts } from '../../shared/pages/about.ts';
import { paths } from '../../shared/paths.ts';
import { card } from '../content/cards.ts';
import { Hero } from '../content/Hero.tsx';
import { measure, Section } from '../content/Section.tsx';
import { PageHead } from '../layout/PageHead.tsx';
import { buttonStyles } from '../ui/Button.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { media } from '../ui/styles.ts';

const about = css({
  display: 'grid',
  gap: '2.5rem 4rem',
  [media.large]: { gridTemplateColumns: 'minmax(0, 1.4fr) minmax(0, 1fr)', alignItems: 'start' },
});
const prose = css({ display: 'grid', gap: '1rem', justifyItems: 'start', maxWidth: '42rem', fontSize: '1.0625rem' });
const partner = css({ marginTop: '0.75rem' });
const figures = css({
  display: 'grid',
  gap: '1.5rem',
  [media.small]: { gridTemplateColumns: 'repeat(3, 1fr)' },
  [media.large]: { gridTemplateColumns: '1fr' },
  '& div': { display: 'flex', flexDirection: 'column-reverse' },
  '& dd': { font: '800 clamp(2.25rem, 2rem + 1.5vw, 3.25rem)/1.1 var(--display)', color: 'var(--accent)' },
  '& dt': { color: 'var(--muted)' },
});
const values = css({
  display: 'grid',
  gap: '1.25rem',
  [media.small]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  [media.extraLarge]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
});
const value = css({
  '& h3': { marginBottom: '0.5rem' },
  '& p': { color: 'var(--muted)' },
});
const quotes = css({
  display: 'grid',
  gap: '1.25rem',
  [media.medium]: { gridTemplateColumns: 'repeat(auto-fit, minmax(20rem, 1fr))' },
  '& blockquote': { margin: 0, fontSize: '1.0625rem' },
  '& figcaption': { marginTop: '0.75rem', color: 'var(--muted)' },
});
const mission = css({
  display: 'grid',
  gap: '1rem',
  justifyItems: 'center',
  paddingBlock: 'clamp(3.5rem, 2.5rem + 4vw, 6rem)',
  textAlign: 'center',
  '& h2': { fontSize: '1rem', color: 'var(--accent)', letterSpacing: 0 },
  '& p': { maxWidth: '48rem', font: '600 clamp(1.375rem, 1.2rem + 1vw, 2rem)/1.35 var(--display)' },
});

export function Page() {
  const { hero, about: company, partner: partnerLabel, values: held, statistics, mission: aim } = aboutTexts;
  return (
    <>
      <PageHead {...aboutMeta} path={paths.about} />
      <Hero title={hero.title} lead={hero.lead} scene="about" />
      <Section title={company.title}>
        <div css={about}>
          <div css={prose}>
            {company.paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            <PageLink className="no-print" css={[buttonStyles('default', 'lg'), partner]} to={paths.contact}>
              {partnerLabel}
            </PageLink>
          </div>
          <dl css={[card, figures]}>
            {statistics.map(({ figure, label }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd suppressHydrationWarning>{figure}</dd>
              </div>
            ))}
          </dl>
        </div>
      </Section>
      <Section title="What We Hold To" isRaised>
        <ul css={values}>
          {Object.entries(held).map(([title, text]) => (
            <li css={[card, value]} key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </Section>
      {people.length > 0 ? (
        <Section title="Our People">
          <ul css={values}>
            {people.map(({ name, role }) => (
              <li css={[card, value]} key={name}>
                <h3>{name}</h3>
                <p>{role}</p>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      {certificates.length > 0 ? (
        <Section title="Certificates">
          <ul css={values}>
            {certificates.map((certificate) => (
              <li css={card} key={certificate}>
                {certificate}
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      {clientWords.length > 0 ? (
        <Section title="What Clients Say">
          <div css={quotes}>
            {clientWords.map(({ words, client }) => (
              <figure css={card} key={words}>
                <blockquote>{words}</blockquote>
                <figcaption>{client}</figcaption>
              </figure>
            ))}
          </div>
        </Section>
      ) : null}
      <section css={[measure, mission]} aria-labelledby="mission">
        <h2 id="mission">{aim.title}</h2>
        <p>{aim.text}</p>
      </section>
    </>
  );
}
