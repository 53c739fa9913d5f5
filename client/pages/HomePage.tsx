import { css } from '@emotion/react';
import { Headset, ShieldCheck, Zap } from 'lucide';
import { hostingList } from '../../shared/hosting/list.ts';
import { homeMeta, homeTexts } from '../../shared/pages/home.ts';
import { paths } from '../../shared/paths.ts';
import { featuredServices } from '../../shared/services/list.ts';
import { ConsultationSection } from '../contact/ConsultationSection.tsx';
import { ContactFormLoader } from '../contact/ContactFormLoader.tsx';
import { ContactWays } from '../contact/ContactWays.tsx';
import { PageHead } from '../layout/PageHead.tsx';
import { ServiceCard } from '../services/ServiceCard.tsx';
import { actions } from '../ui/actions.ts';
import { buttonStyles } from '../ui/Button.tsx';
import { card } from '../ui/Card.tsx';
import { cardGrid } from '../ui/cardGrid.ts';
import { Emblem } from '../ui/Emblem.tsx';
import { Hero } from '../ui/Hero.tsx';
import { Icon } from '../ui/Icon.tsx';
import { media } from '../ui/media.ts';
import { PageLink } from '../ui/PageLink.tsx';
import { measure, Section } from '../ui/Section.tsx';

const badges = css({
  display: 'grid',
  gap: '1.25rem 2.5rem',
  paddingBlock: '1.75rem',
  [media.medium]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
  '& li': { display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: '0.875rem' },
  '& svg': { gridRow: 'span 2', marginTop: '0.125rem', color: 'var(--accent)' },
  '& h2': { fontSize: '1.0625rem', letterSpacing: 0 },
  '& p': { gridColumn: 2, color: 'var(--muted)', fontSize: '0.9375rem' },
});
const badgeBand = css({ background: 'var(--surface)', borderBottom: '1px solid var(--line)' });
const all = css({ marginTop: '1.75rem' });
const plans = css({
  display: 'grid',
  gridTemplateColumns: 'auto 1fr',
  columnGap: '1rem',
  alignItems: 'center',
  height: '100%',
  padding: '1.125rem 1.25rem',
  color: 'var(--text)',
  textDecoration: 'none',
  '& svg': { gridRow: 'span 2' },
  '& b': { font: '700 1.0625rem/1.3 var(--display)', alignSelf: 'end' },
  '& span': { color: 'var(--muted)', fontSize: '0.9375rem', alignSelf: 'start' },
  '&:hover': { borderColor: 'var(--accent)', color: 'var(--text)' },
});
const badgeIcons = [ShieldCheck, Headset, Zap];

export function Page() {
  const { hero, calls, badges: points, services: offered, hosting, getInTouch } = homeTexts;
  return (
    <>
      <PageHead {...homeMeta} path={paths.home} />
      <Hero title={hero.title} lead={hero.lead} scene="hero">
        <div css={actions}>
          <PageLink css={buttonStyles('default', 'lg')} to={paths.contact}>
            {calls.assessment}
          </PageLink>
          <PageLink css={buttonStyles('outline', 'lg')} to={paths.services}>
            {calls.services}
          </PageLink>
        </div>
      </Hero>
      <div css={badgeBand}>
        <ul css={[measure, badges]}>
          {points.map(({ title, text }, index) => (
            <li key={title}>
              <Icon icon={badgeIcons[index] ?? ShieldCheck} size={26} />
              <h2>{title}</h2>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
      <Section title={offered.title} lead={offered.lead}>
        <div css={cardGrid}>
          {featuredServices.map((service) => (
            <ServiceCard key={service.id} service={service} to={paths.services} label={offered.learnMore} />
          ))}
        </div>
        <div css={[actions, all]}>
          <PageLink css={buttonStyles('secondary', 'lg')} to={paths.services}>
            {offered.all}
          </PageLink>
        </div>
      </Section>
      <Section title={hosting.title} lead={hosting.lead} isRaised>
        <ul css={cardGrid}>
          {hostingList.map(({ id, path, name, summary }) => (
            <li key={id}>
              <PageLink css={[card, plans]} to={path}>
                <Emblem name={id} size={48} />
                <b>{name}</b>
                <span>{summary}</span>
              </PageLink>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={getInTouch.title} lead={getInTouch.lead}>
        <ContactWays heading="h3" />
      </Section>
      <ConsultationSection>
        <ContactFormLoader />
      </ConsultationSection>
    </>
  );
}
