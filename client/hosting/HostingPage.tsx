import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { company } from '../../shared/company.ts';
import { vatNote } from '../../shared/hosting/family.ts';
import { messages } from '../../shared/messages.ts';
import { parameters } from '../../shared/paths.ts';
import { useChosen } from '../choosing/useChosen.ts';
import { Section } from '../content/Section.tsx';
import { StaticPart } from '../content/StaticPart.tsx';
import { useAppSelector } from '../hooks.ts';
import { PageHead } from '../layout/PageHead.tsx';
import { untilLoaded } from '../ui/untilLoaded.ts';
import { Plans } from './Plans.tsx';
import { type HostingPageProps, hostingPartId } from './readHostingParts.ts';

/** The server renders it; in the browser, it hydrates when its chunk has loaded. */
const OrderResult = lazy(() =>
  untilLoaded(async () => {
    const loaded = await import(/* webpackChunkName: "order-result" */ '../ordering/OrderResult.tsx');
    return { default: loaded.OrderResult };
  }),
);

/** The layout of all hosting pages. */
export function HostingPage({ family, parts }: HostingPageProps) {
  const [query] = useChosen(family);
  const isIndexed = useAppSelector(({ ordering }) => !query && !ordering.planId);
  const stored = useAppSelector(({ ordering }) => ordering.submitted?.reference);
  const shown = new URLSearchParams(useLocation().search).get(parameters.submitted);
  const reference = stored === shown ? stored : undefined;
  return (
    <>
      {reference === undefined ? (
        <PageHead path={family.path} {...family.meta} isIndexed={isIndexed} />
      ) : (
        <>
          <PageHead
            title={`${messages.orderSubmitted.title} ${reference} | ${company.name}`}
            description={family.meta.description}
          />
          <Suspense>
            <OrderResult reference={reference} />
          </Suspense>
        </>
      )}
      <StaticPart id={hostingPartId(family.id, 'intro')} content={parts.intro} />
      <Section title={family.plansTitle} lead={family.showsPrices ? vatNote : undefined} id="plans" isRaised>
        <Plans family={family} parts={parts} />
      </Section>
      <StaticPart id={hostingPartId(family.id, 'details')} content={parts.details} />
    </>
  );
}
