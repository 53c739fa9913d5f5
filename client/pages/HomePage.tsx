import { css } from '@emotion/react';
import { ArrowRight, Headset, ShieldCheck, Zap } from 'lucide';
import { vatNote } from '../../shared/hosting/family.ts';
import { hostingList } from '../../shared/hosting/list.ts';
import { homeMeta, homeTexts } from '../../shared/pages/home.ts';
import { assessmentAddress, paths } from '../../shared/paths.ts';
import { featuredServices } from '../../shared/services/list.ts';
import { ConsultationSection, ContactForm } from '../contact/ContactForm.tsx';
import { ContactWays } from '../contact/ContactWays.tsx';
import { arrow, card, cardGrid, linkCard } from '../content/cards.ts';
import { Hero } from '../content/Hero.tsx';
import { Emblem, Picture } from '../content/Picture.tsx';
import { ink } from '../content/Scene.tsx';
import { lead, measure, Section } from '../content/Section.tsx';
import { fromPrices } from '../layout/FromPrice.tsx';
import { PageHead } from '../layout/PageHead.tsx';
import { ServiceCard } from '../services/ServiceCard.tsx';
import { buttonStyles } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { actions, media } from '../ui/styles.ts';
import { useHydrated } from '../ui/useHydrated.ts';

// This section has the same columns as the hero, so that their edges align.
const proof = css({
  display: 'grid',
  gap: '2rem 3.5rem',
  alignItems: 'center',
  paddingBlock: 'clamp(1.75rem, 1.25rem + 2vw, 3rem)',
  [media.large]: { gridTemplateColumns: 'minmax(0, 1.05fr) minmax(0, 1fr)' },
});
const proofBand = css({ background: 'var(--surface)', borderBottom: '1px solid var(--line)' });
// The figures are two rows of two, divided by thin lines in the shape of a cross.
const figures = css({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  '& div': {
    display: 'flex',
    flexDirection: 'column-reverse',
    justifyContent: 'flex-end',
    padding: '1rem 0 1rem 1.5rem',
  },
  '& > :nth-of-type(odd)': { paddingLeft: 0, borderRight: '1px solid var(--line)' },
  '& > :nth-of-type(n + 3)': { borderTop: '1px solid var(--line)' },
  '& dd': { font: '800 clamp(2.25rem, 1.75rem + 2vw, 3.5rem)/1.05 var(--display)', letterSpacing: '-0.03em' },
});
const badges = css({
  display: 'grid',
  gap: '1.25rem',
  '& li': { display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: '1rem' },
  '& svg': { gridRow: 'span 2', marginTop: '0.125rem', color: 'var(--muted)' },
  '& h2': { fontSize: '1.0625rem', letterSpacing: 0 },
  '& p': { gridColumn: 2, fontSize: '0.9375rem' },
});
const band = css({
  borderBlock: '1px solid var(--line)',
  background: 'radial-gradient(60rem 30rem at 15% 110%, var(--accent-soft), transparent 70%), var(--deep)',
  paddingBlock: 'clamp(3rem, 2rem + 4vw, 6rem)',
  '& h2': { maxWidth: '36ch', fontSize: 'clamp(1.75rem, 1.2rem + 2.4vw, 3.25rem)', letterSpacing: '-0.025em' },
});
const bandLead = css({ marginTop: '1rem' });
const answers = css({
  display: 'grid',
  gap: '1.25rem',
  marginTop: 'clamp(1.5rem, 1rem + 2vw, 3rem)',
  [media.medium]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', gap: 'clamp(1.25rem, 3vw, 2.5rem)' },
  '& li': { display: 'grid', gap: '0.5rem', alignContent: 'start', justifyItems: 'start' },
  '& li > svg': {
    width: 'min(100%, 15rem)',
    height: 'auto',
    [media.medium]: { width: '100%', marginBottom: '0.75rem' },
  },
  '& a': { display: 'flex', alignItems: 'center', gap: '0.375rem', minHeight: '2.75rem', fontWeight: 600 },
});
const all = css({ marginTop: '1.75rem' });
const plans = css({
  display: 'grid',
  gridTemplateColumns: 'auto 1fr auto',
  gridTemplateRows: 'auto 1fr',
  columnGap: '1rem',
  height: '100%',
  padding: '1.25rem',
  color: 'var(--text)',
  textDecoration: 'none',
  '& b': { font: '700 1.0625rem/1.3 var(--display)' },
  '& span': { gridColumn: '2 / 4', color: 'var(--muted)', fontSize: '0.9375rem' },
  '& strong': { color: 'var(--text)', font: '700 1.25rem/1 var(--display)', fontVariantNumeric: 'tabular-nums' },
  '&:hover': { color: 'var(--text)' },
  [media.print]: { '& > *, &::after': { gridColumn: '1 / -1' }, '& > svg': { display: 'none' } },
});
const planEmblem = css({ gridRow: 'span 3' });
const planArrow = css({ gridArea: '1 / 3', color: 'var(--accent)' });
const planPrice = css({ marginTop: '0.375rem' });
const note = css({ marginTop: '1rem', color: 'var(--muted)', fontSize: '0.9375rem' });
const badgeIcons = [ShieldCheck, Headset, Zap];

function HydratedContactForm() {
  return useHydrated() ? (
    <ContactForm />
  ) : (
    <PageLink className="no-print" css={buttonStyles('default', 'lg')} to={paths.contact}>
      Go to the Contact Form
    </PageLink>
  );
}

function Proof() {
  return (
    <div css={proofBand}>
      <div css={[measure, proof]}>
        <dl css={figures}>
          {homeTexts.figures.map(({ figure, label }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd suppressHydrationWarning>{figure}</dd>
            </div>
          ))}
        </dl>
        <ul css={badges} role="list">
          {Object.entries(homeTexts.badges).map(([title, text], index) => (
            <li key={title}>
              <Icon icon={badgeIcons[index] ?? ShieldCheck} size={26} />
              <h2>{title}</h2>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function HostingFamilies() {
  return (
    <Section title={homeTexts.hosting.title} lead={homeTexts.hosting.lead}>
      <ul css={cardGrid}>
        {hostingList.map(({ id, path, name, summary }) => (
          <li key={id}>
            <PageLink css={[card, linkCard, plans]} to={path}>
              <Emblem styles={planEmblem} name={id} size={48} />
              <b>{name}</b>
              <span>{summary}</span>
              <span css={planPrice}>
                {fromPrices[id] ? (
                  <>
                    from <strong>{fromPrices[id]}</strong> a month
                  </>
                ) : (
                  'price on request'
                )}
              </span>
              <Icon css={[arrow, planArrow]} icon={ArrowRight} size={20} />
            </PageLink>
          </li>
        ))}
      </ul>
      <p css={note}>{vatNote}</p>
    </Section>
  );
}

function Conditions() {
  const { conditions } = homeTexts;
  return (
    <section css={band} aria-labelledby="conditions">
      <div css={measure}>
        <h2 id="conditions">{conditions.title}</h2>
        <p css={[lead, bandLead]}>{conditions.lead}</p>
        <ul css={answers} role="list">
          {conditions.answers.map(({ picture, title, text, label, to }) => (
            <li key={picture}>
              <Picture css={ink} name={`scene-${picture}`} viewBox="0 0 240 120" width={240} height={120} />
              <h3>{title}</h3>
              <p>{text}</p>
              <PageLink to={to}>
                {label}
                <Icon icon={ArrowRight} size={18} />
              </PageLink>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

export function Page() {
  const { hero, calls, services: offered, getInTouch } = homeTexts;
  return (
    <>
      <PageHead {...homeMeta} path={paths.home} />
      <Hero title={hero.title} lead={hero.lead} scene="hero">
        <div css={actions}>
          <PageLink css={buttonStyles('default', 'lg')} to={assessmentAddress}>
            {calls.assessment}
          </PageLink>
          <PageLink css={buttonStyles('outline', 'lg')} to={paths.services}>
            {calls.services}
          </PageLink>
        </div>
      </Hero>
      <Proof />
      <HostingFamilies />
      <Section title={offered.title} lead={offered.lead} isRaised>
        <div css={cardGrid}>
          {featuredServices.map((service) => (
            <ServiceCard key={service.id} service={service} to={`${paths.services}#${service.id}`} />
          ))}
        </div>
        <div css={[actions, all]}>
          <PageLink css={buttonStyles('secondary', 'lg')} to={paths.services}>
            {offered.all}
          </PageLink>
        </div>
      </Section>
      <Conditions />
      <Section title={getInTouch.title} lead={getInTouch.lead}>
        <ContactWays heading="h3" />
      </Section>
      <ConsultationSection>
        <HydratedContactForm />
      </ConsultationSection>
    </>
  );
}
