import { css } from '@emotion/react';
import { Check } from 'lucide';
import { company } from '../../shared/company.ts';
import { phoneLink } from '../../shared/contactLinks.ts';
import { hostingList } from '../../shared/hosting/list.ts';
import { askFormAddress, paths } from '../../shared/paths.ts';
import { type Service, services } from '../../shared/services/list.ts';
import type { ServiceTexts } from '../../shared/services/service.ts';
import { AskButtons, Callout } from '../content/Callout.tsx';
import { card, cardGrid, threeColumns } from '../content/cards.ts';
import { Hero } from '../content/Hero.tsx';
import { QuestionSection } from '../content/QuestionSection.tsx';
import { Section, twoColumns } from '../content/Section.tsx';
import { PageHead } from '../layout/PageHead.tsx';
import { buttonStyles } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { actions, media } from '../ui/styles.ts';
import { ServiceCard } from './ServiceCard.tsx';

const trail = css({ display: 'flex', gap: '0.5rem', color: 'var(--muted)', fontSize: '0.9375rem' });
const current = css({ '&::before': { content: '"/"', marginRight: '0.5rem' } });
const prose = css({ display: 'grid', gap: '1rem', maxWidth: '42rem', fontSize: '1.0625rem' });
const audience = css({
  display: 'grid',
  gap: '0.875rem',
  '& h3': { marginBottom: '0.25rem' },
  '& li': { display: 'grid', gridTemplateColumns: 'auto 1fr', gap: '0.75rem', color: 'var(--muted)' },
  '& svg': { marginTop: '0.1875rem' },
});
const included = css({
  display: 'grid',
  columnGap: '2.5rem',
  [media.small]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  '& li:last-child:nth-child(odd)': { gridColumn: '1 / -1' },
  '& li': { padding: '1.125rem 0', borderTop: '1px solid var(--line-strong)' },
  '& h3': { fontSize: '1.0625rem', marginBottom: '0.25rem' },
});
const stepList = css({
  display: 'grid',
  gap: '1.75rem 2rem',
  counterReset: 'step',
  [media.large]: { gridAutoFlow: 'column', gridAutoColumns: 'minmax(0, 1fr)' },
  '& li': {
    position: 'relative',
    counterIncrement: 'step',
    display: 'grid',
    gap: '0.375rem',
    alignContent: 'start',
    paddingLeft: '3.25rem',
    [media.large]: { paddingLeft: 0, paddingTop: '3.25rem' },
  },
  '& li::before': {
    content: 'counter(step)',
    position: 'absolute',
    top: 0,
    left: 0,
    display: 'grid',
    placeItems: 'center',
    width: '2.25rem',
    height: '2.25rem',
    border: '1px solid var(--line-strong)',
    borderRadius: '50%',
    color: 'var(--muted)',
    font: '700 1rem/1 var(--display)',
  },
  '& h3': { fontSize: '1.0625rem' },
});
const three = css({
  [media.small]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  [media.medium]: { gridTemplateColumns: threeColumns },
});
const callout = css({ marginTop: 'clamp(2rem, 1.5rem + 2vw, 3rem)' });

function Description({ about, audience: readers }: ServiceTexts) {
  return (
    <Section title="What It Is">
      <div css={twoColumns}>
        <div css={prose}>
          {about.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        <div css={[card, audience]}>
          <h3>Who It Is For</h3>
          <ul css={audience} role="list">
            {readers.map((situation) => (
              <li key={situation}>
                <Icon icon={Check} size={20} />
                {situation}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Section>
  );
}

function Included({ included: items, plans }: ServiceTexts) {
  return (
    <Section
      title="What Is Included"
      lead="The scope is written down before we start, and follows what you have."
      isRaised
      isSplit
    >
      <ul css={included}>
        {Object.entries(items).map(([item, text]) => {
          const family = hostingList.find((listing) => listing.id === plans?.[item]);
          return (
            <li key={item}>
              <h3>{item}</h3>
              <p>{text}</p>
              {family ? <PageLink to={family.path}>{family.name} Plans</PageLink> : null}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

function Steps({ steps }: ServiceTexts) {
  return (
    <ol css={stepList} role="list">
      {Object.entries(steps).map(([title, text]) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  );
}

export function ServicePage({ id, path, name, ...texts }: Service & ServiceTexts) {
  const ask = askFormAddress(id);
  const related = texts.related.flatMap((each) => services.find((service) => service.id === each) ?? []);
  return (
    <>
      <PageHead title={name} description={texts.metaDescription} path={path} />
      <Hero
        title={name}
        lead={texts.lead}
        scene={`service-${id}`}
        trail={
          <nav aria-label="Breadcrumb">
            <ol css={trail}>
              <li>
                <PageLink to={paths.services}>Services</PageLink>
              </li>
              <li css={current} aria-current="page">
                {name}
              </li>
            </ol>
          </nav>
        }
      >
        <div css={actions}>
          <PageLink css={buttonStyles('default', 'lg')} to={ask}>
            Ask About {name}
          </PageLink>
          <a css={buttonStyles('outline', 'lg')} href={phoneLink}>
            {company.phone.display}
          </a>
        </div>
      </Hero>
      <Description {...texts} />
      <Included {...texts} />
      <Section title="How It Starts">
        <Steps {...texts} />
        <Callout
          styles={callout}
          title={`Questions About ${name}?`}
          text="Tell us what you have and what you would like to change."
        >
          <AskButtons label="Get In Touch" to={ask} />
        </Callout>
      </Section>
      <QuestionSection items={texts.questions} isRaised />
      <Section title="Related Services">
        <div css={[cardGrid, three]}>
          {related.map((service) => (
            <ServiceCard key={service.id} service={service} />
          ))}
        </div>
      </Section>
    </>
  );
}
