import { css } from '@emotion/react';
import { useLocation } from 'react-router';
import { lowestPrice } from '../../shared/hosting/amounts.ts';
import { minCompared, readCompared } from '../../shared/hosting/comparison.ts';
import {
  type HostingFamily,
  type OperatingSystems,
  type Plan,
  shortVatNote,
  shownPrice,
  vatNote,
} from '../../shared/hosting/family.ts';
import { messages } from '../../shared/messages.ts';
import { hostingFacts, minimumTerm, paymentMethods } from '../../shared/optionalFacts.ts';
import { askFormAddress, parameters } from '../../shared/paths.ts';
import type { PageMeta, Points } from '../../shared/texts.ts';
import { AskButtons, Callout } from '../content/Callout.tsx';
import { card } from '../content/cards.ts';
import { Hero } from '../content/Hero.tsx';
import { QuestionSection } from '../content/QuestionSection.tsx';
import { measure, Section } from '../content/Section.tsx';
import { useAppSelector } from '../hooks.ts';
import { PageHead } from '../layout/PageHead.tsx';
import { OrderResult } from '../ordering/OrderResult.tsx';
import { buttonStyles } from '../ui/Button.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { dotted, media, wrappingRow } from '../ui/styles.ts';
import { Plans } from './Plans.tsx';
import { useChoice } from './useChoice.tsx';

const start = css({
  gap: '0.5rem 1.25rem',
  '& strong': { font: '700 1.625rem/1 var(--display)', fontVariantNumeric: 'tabular-nums' },
});
const ask = css({ marginTop: 'clamp(2rem, 1.5rem + 2vw, 3rem)' });
const factList = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(13rem, 100%), 1fr))',
  gap: '1rem 2rem',
  marginTop: '1.75rem',
};

const band = css({ paddingBlock: 'clamp(1rem, 0.75rem + 1vw, 1.5rem)' });
const points = css({
  display: 'grid',
  gap: '0.75rem 2.5rem',
  '& li': { paddingTop: '0.75rem', borderTop: '2px solid var(--accent-soft)' },
  '& :is(h2, h3)': { marginBottom: '0.25rem', fontSize: '1.0625rem', lineHeight: 1.3, letterSpacing: 0 },
});
const threes = css({ [media.medium]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' } });
const fours = css({
  [media.small]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  [media.large]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
});
const systems = css({
  '& div': {
    display: 'flex',
    // With large text, the versions are below the name.
    flexWrap: 'wrap',
    gap: '0 1rem',
    padding: '0.5rem 0',
    borderTop: '1px solid var(--line)',
  },
  '& dt': { flex: '1 7rem', color: 'inherit', fontSize: 'inherit', fontWeight: 600 },
  '& dd': { flex: '3 9rem', color: 'var(--muted)' },
});

/** Names the compared plans, for the page's title and for previews of a shared link. */
function comparisonMeta(family: HostingFamily, plans: readonly Plan[]): PageMeta {
  const names = plans.map(({ name }) => name).join(', ');
  const offers = plans.map((plan) => `${plan.name}: ${shownPrice(family, plan)}`).join(', ');
  return { title: `${names} Compared`, description: `${family.name} side by side. ${offers}.` };
}

/** Renders the page's metadata, and the visitor's stored orders. After a plain post, the page's title names the order. */
function HeadOrResult({ family }: { readonly family: HostingFamily }) {
  const [query] = useChoice(family);
  const isIndexed = useAppSelector((state) => query.size === 0 && !state.openPlan);
  const submission = useAppSelector((state) => state.submission);
  const posted = new URLSearchParams(useLocation().search).get(parameters.submitted);
  const compared = readCompared(family, query).flatMap((id) => family.plans.find((plan) => plan.id === id) ?? []);
  const isStored =
    posted && family.plans.some(({ id }) => submission[id]?.stored.some(({ reference }) => reference === posted));
  return (
    <>
      {isStored ? (
        <PageHead title={`${messages.orderSubmitted.title} ${posted}`} description={family.meta.description} />
      ) : (
        <PageHead
          path={family.path}
          {...(compared.length < minCompared ? family.meta : comparisonMeta(family, compared))}
          isIndexed={isIndexed}
        />
      )}
      <OrderResult family={family} />
    </>
  );
}

function Highlights({ items, heading: Heading }: { readonly items: Points; readonly heading: 'h2' | 'h3' }) {
  const entries = Object.entries(items);
  return (
    <ul css={[points, entries.length === 4 ? fours : threes]}>
      {entries.map(([title, text]) => (
        <li key={title}>
          <Heading>{title}</Heading>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}

function OperatingSystemList({ title, lead, groups }: OperatingSystems) {
  return (
    <Section title={title} lead={lead}>
      <dl css={systems}>
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

/** Shows the facts that the owner has filled in about a family and about orders. Without such facts, shows nothing. */
function HostingFacts({ familyId }: { readonly familyId: string }) {
  const stated = { ...hostingFacts[familyId], Payment: paymentMethods, 'Minimum Term': minimumTerm };
  const facts = Object.entries(stated).filter(([, value]) => value);
  return facts.length > 0 ? (
    <dl css={[card, factList]}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  ) : null;
}

export function HostingPage({ family }: { readonly family: HostingFamily }) {
  const { id, title, lead, benefits, beyond, reasons, operatingSystems, questions } = family;
  return (
    <>
      <HeadOrResult family={family} />
      <Hero title={title} lead={lead} scene={`hosting-${id}`} isTight>
        <p css={[wrappingRow, start]}>
          <a css={buttonStyles('default', 'lg')} className="no-print" href="#plans">
            See the Plans
          </a>
          {family.showsPrices ? (
            <span>
              From <strong>{lowestPrice(family.plans)}</strong>
              {` a month, ${shortVatNote}`}
            </span>
          ) : null}
        </p>
      </Hero>
      <div css={[measure, band]}>
        <Highlights items={benefits} heading="h2" />
      </div>
      <Section
        title={family.plansTitle}
        lead={[family.showsPrices ? vatNote : '', family.plansNote ?? ''].join(' ').trim()}
        id="plans"
        isRaised
        isTight
      >
        <Plans family={family} />
      </Section>
      {operatingSystems ? <OperatingSystemList {...operatingSystems} /> : null}
      {reasons ? (
        <Section title={reasons.title}>
          <Highlights items={reasons.items} heading="h3" />
        </Section>
      ) : null}
      <QuestionSection items={questions} family={family} isRaised={Boolean(operatingSystems ?? reasons)}>
        <HostingFacts familyId={id} />
        {beyond ? null : (
          <Callout
            styles={ask}
            title="Not Sure Which Plan Fits?"
            text="Tell us what you run today and how many people use it. We would rather sell you the smaller plan that fits."
          >
            <AskButtons label="Get In Touch" to={askFormAddress(id)} />
          </Callout>
        )}
      </QuestionSection>
    </>
  );
}
