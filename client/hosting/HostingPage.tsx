import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { company } from '../../shared/company.ts';
import { type HostingFamily, vatNote } from '../../shared/hosting/family.ts';
import { hostingQuery } from '../../shared/hosting/pageQuery.ts';
import { messages } from '../../shared/messages.ts';
import { useAppSelector } from '../hooks.ts';
import { PageHead } from '../layout/PageHead.tsx';
import { Section } from '../ui/Section.tsx';
import { StaticPart } from '../ui/StaticPart.tsx';
import { untilLoaded } from '../ui/untilLoaded.ts';
import { Plans } from './Plans.tsx';
import { type HostingParts, hostingPartIds } from './readHostingParts.ts';

/** The server renders it; in the browser, it hydrates when its chunk has loaded. */
const OrderResult = lazy(() =>
  untilLoaded(async () => {
    const loaded = await import(/* webpackChunkName: "order-result" */ '../ordering/OrderResult.tsx');
    return { default: loaded.OrderResult };
  }),
);

export type HostingPageProps = {
  readonly family: HostingFamily;
  readonly parts: HostingParts;
};

/** The layout of all hosting pages. */
export function HostingPage({ family, parts }: HostingPageProps) {
  const { search } = useLocation();
  const reference = useAppSelector(({ ordering }) => ordering.submitted?.reference);
  const ids = hostingPartIds(family.id);
  return (
    <>
      {reference === undefined ? (
        <PageHead path={family.path} {...family.meta} isIndexed={!hostingQuery(family, new URLSearchParams(search))} />
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
      <StaticPart id={ids.intro} content={parts.intro} />
      <Section title={family.plansTitle} lead={family.showsPrices ? vatNote : undefined} id="plans" isRaised>
        <Plans family={family} />
      </Section>
      <StaticPart id={ids.details} content={parts.details} />
    </>
  );
}
