import { css, keyframes } from '@emotion/react';
import { Cloud, Headset, Puzzle, ShieldCheck } from 'lucide';
import { servicesMeta, servicesTexts } from '../../shared/pages/services.ts';
import { assessmentAddress, paths } from '../../shared/paths.ts';
import { services } from '../../shared/services/list.ts';
import { Callout } from '../content/Callout.tsx';
import { cardGrid, fourColumns } from '../content/cards.ts';
import { Hero } from '../content/Hero.tsx';
import { body, measure, Section } from '../content/Section.tsx';
import { PageHead } from '../layout/PageHead.tsx';
import { ServiceCard } from '../services/ServiceCard.tsx';
import { buttonStyles } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { media } from '../ui/styles.ts';

/** Milliseconds between the starts of two neighbouring cards' animations. */
const entranceStep = 150;
const enter = keyframes({ from: { opacity: 0, transform: 'translateY(12px)' } });
const entrance = css({
  '@media screen and (prefers-reduced-motion: no-preference)': {
    '& > *': { animation: `${enter} 0.25s ease-out backwards` },
    ...Object.fromEntries(
      Array.from({ length: services.length + 1 }, (_, index) => [
        `& > :nth-child(${index + 1})`,
        { animationDelay: `${index * entranceStep}ms` },
      ]),
    ),
  },
});
// After the cards of the ten services, the callout fills the rest of the last row, or a row of its own.
const unsure = css({ [media.small]: { gridColumn: '1 / -1' }, [media.large]: { gridColumn: 'span 2' } });
const reasons = css({
  gap: '1.75rem 2.5rem',
  '& svg': { color: 'var(--muted)', marginBottom: '0.75rem' },
  '& h3': { marginBottom: '0.25rem' },
});
const reasonIcons = [Headset, Cloud, Puzzle, ShieldCheck];

export function Page() {
  return (
    <>
      <PageHead {...servicesMeta} path={paths.services} />
      <Hero title={servicesTexts.title} lead={servicesTexts.lead} scene="services" />
      <div css={[measure, body, cardGrid, entrance]}>
        {services.map((service) => (
          <ServiceCard key={service.id} service={service} heading="h2" isTarget />
        ))}
        <Callout styles={unsure} heading="h2" title={servicesTexts.unsure.title} text={servicesTexts.unsure.text}>
          <PageLink css={buttonStyles()} to={assessmentAddress}>
            {servicesTexts.unsure.button}
          </PageLink>
        </Callout>
      </div>
      <Section title={servicesTexts.whyTitle} isRaised>
        <ul css={[fourColumns, reasons]}>
          {Object.entries(servicesTexts.reasons).map(([title, text], index) => (
            <li key={title}>
              <Icon icon={reasonIcons[index] ?? Headset} size={28} />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}
