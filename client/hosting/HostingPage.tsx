import { css } from '@emotion/react';
import { lazy, Suspense } from 'react';
import { company } from '../../shared/company.ts';
import { messagingLink, phoneLink } from '../../shared/contactLinks.ts';
import type { HostingFamily } from '../../shared/hosting/family.ts';
import { vatNote } from '../../shared/hosting/family.ts';
import type { Question } from '../../shared/hosting/questions.ts';
import { undecided } from '../../shared/hosting/undecided.ts';
import { messages } from '../../shared/messages.ts';
import { askFormAddress } from '../../shared/paths.ts';
import { useAppSelector } from '../hooks.ts';
import { PageHead } from '../layout/PageHead.tsx';
import { buttonStyles } from '../ui/Button.tsx';
import { Callout } from '../ui/Callout.tsx';
import { Hero } from '../ui/Hero.tsx';
import { PageLink } from '../ui/PageLink.tsx';
import { Section } from '../ui/Section.tsx';
import { untilLoaded } from '../ui/untilLoaded.ts';
import { Highlights } from './Highlights.tsx';
import { OperatingSystemList } from './OperatingSystemList.tsx';
import { OrderFacts } from './OrderFacts.tsx';
import { PlanGrid } from './PlanGrid.tsx';
import { Questions } from './Questions.tsx';

/** The server renders it; in the browser, it hydrates when its chunk has loaded. */
const OrderResult = lazy(() =>
  untilLoaded(async () => {
    const loaded = await import(/* webpackChunkName: "order-result" */ '../ordering/OrderResult.tsx');
    return { default: loaded.OrderResult };
  }),
);

const ask = css({ marginTop: 'clamp(2rem, 1.5rem + 2vw, 3rem)' });

function HostingHead({
  family,
  reference,
}: {
  readonly family: HostingFamily;
  readonly reference?: string | undefined;
}) {
  return reference === undefined ? (
    <PageHead path={family.path} {...family.meta} />
  ) : (
    <PageHead
      title={`${messages.orderSubmitted.title} ${reference} | ${company.name}`}
      description={family.meta.description}
    />
  );
}

export type HostingPageProps = { readonly family: HostingFamily; readonly questions: readonly Question[] };

/** The layout of all hosting pages. */
export function HostingPage({ family, questions }: HostingPageProps) {
  const reference = useAppSelector(({ ordering }) => ordering.submitted?.reference);
  return (
    <>
      <HostingHead family={family} reference={reference} />
      {reference === undefined ? null : (
        <Suspense>
          <OrderResult reference={reference} />
        </Suspense>
      )}
      <Hero title={family.title} lead={family.lead} emblem={family.id} scene={`hosting-${family.id}`}>
        <a css={buttonStyles('default', 'lg')} className="no-print" href="#plans">
          See the Plans
        </a>
      </Hero>
      <Highlights items={family.benefits} />
      <Section title={family.plansTitle} lead={family.showsPrices ? vatNote : undefined} id="plans" isRaised>
        <PlanGrid family={family} />
      </Section>
      {family.operatingSystems ? <OperatingSystemList {...family.operatingSystems} /> : null}
      {family.reasons ? (
        <Section title={family.reasons.title}>
          <Highlights items={family.reasons.items} isInner />
        </Section>
      ) : null}
      <Section title="Questions and Answers" isRaised={Boolean(family.operatingSystems ?? family.reasons)}>
        <Questions familyId={family.id} items={questions} />
        <OrderFacts />
        {family.beyond ? null : (
          <Callout css={ask} {...undecided}>
            <PageLink css={buttonStyles('default')} to={askFormAddress(family.id)}>
              Get In Touch
            </PageLink>
            <a css={buttonStyles('outline')} href={phoneLink}>
              {company.phone.display}
            </a>
            <a css={buttonStyles('outline')} href={messagingLink()} target="_blank" rel="noopener">
              {company.messaging.name}
            </a>
          </Callout>
        )}
      </Section>
    </>
  );
}
