import { css } from '@emotion/react';
import { useLocation } from 'react-router';
import { company } from '../../shared/company.ts';
import { type HostingFamily, vatNote } from '../../shared/hosting/family.ts';
import { hasFinder } from '../../shared/hosting/planFinder.ts';
import { messages } from '../../shared/messages.ts';
import { askFormAddress, parameters } from '../../shared/paths.ts';
import { useChosen } from '../choosing/useChosen.ts';
import { AskButtons } from '../content/AskButtons.tsx';
import { Callout } from '../content/Callout.tsx';
import { Hero } from '../content/Hero.tsx';
import { Section } from '../content/Section.tsx';
import { useAppSelector } from '../hooks.ts';
import { PageHead } from '../layout/PageHead.tsx';
import { OrderResult } from '../ordering/OrderResult.tsx';
import { OrderFacts } from '../plans/OrderFacts.tsx';
import { buttonStyles } from '../ui/Button.tsx';
import { Highlights } from './Highlights.tsx';
import { OperatingSystemList } from './OperatingSystemList.tsx';
import { Plans } from './Plans.tsx';
import { PriceChart } from './PriceChart.tsx';
import { QuestionList } from './QuestionList.tsx';

const ask = css({ marginTop: 'clamp(2rem, 1.5rem + 2vw, 3rem)' });

/** Title and metadata; after an order by a plain form post, its result as well. */
function HeadOrResult({ family }: { readonly family: HostingFamily }) {
  const [query] = useChosen(family);
  const isIndexed = useAppSelector(({ ordering }) => !query && !ordering.planId);
  const stored = useAppSelector(({ ordering }) => ordering.submitted?.reference);
  const shown = new URLSearchParams(useLocation().search).get(parameters.submitted);
  if (stored === undefined || stored !== shown)
    return <PageHead path={family.path} {...family.meta} isIndexed={isIndexed} />;
  return (
    <>
      <PageHead
        title={`${messages.orderSubmitted.title} ${stored} | ${company.name}`}
        description={family.meta.description}
      />
      <OrderResult reference={stored} />
    </>
  );
}

/** The layout of all hosting pages. */
export function HostingPage({ family }: { readonly family: HostingFamily }) {
  const { id, title, lead, benefits, beyond, reasons, operatingSystems, questions } = family;
  return (
    <>
      <HeadOrResult family={family} />
      <Hero title={title} lead={lead} emblem={id} scene={`hosting-${id}`}>
        <a css={buttonStyles('default', 'lg')} className="no-print" href="#plans">
          See the Plans
        </a>
      </Hero>
      <Highlights items={benefits} />
      <Section title={family.plansTitle} lead={family.showsPrices ? vatNote : undefined} id="plans" isRaised>
        <Plans family={family} />
      </Section>
      {hasFinder(family) ? <PriceChart family={family} /> : null}
      {operatingSystems ? <OperatingSystemList {...operatingSystems} /> : null}
      {reasons ? (
        <Section title={reasons.title}>
          <Highlights items={reasons.items} isInner />
        </Section>
      ) : null}
      <Section title="Questions and Answers" isRaised={Boolean(operatingSystems ?? reasons)}>
        <QuestionList items={questions} />
        <OrderFacts />
        {beyond ? null : (
          <Callout
            css={ask}
            title="Not Sure Which Plan Fits?"
            text="Tell us what you run today and how many people use it. We would rather sell you the smaller plan that fits."
          >
            <AskButtons label="Get In Touch" to={askFormAddress(id)} />
          </Callout>
        )}
      </Section>
    </>
  );
}
