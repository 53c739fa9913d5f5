import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { company } from '../../shared/company.ts';
import { type HostingFamily, vatNote } from '../../shared/hosting/family.ts';
import { messages } from '../../shared/messages.ts';
import { parameters } from '../../shared/paths.ts';
import { useChosen } from '../choosing/useChosen.ts';
import { Section } from '../content/Section.tsx';
import { useAppSelector } from '../hooks.ts';
import { PageHead } from '../layout/PageHead.tsx';
import { untilLoaded } from '../ui/untilLoaded.ts';
import { HostingDetails } from './HostingDetails.tsx';
import { HostingIntro } from './HostingIntro.tsx';
import { Plans } from './Plans.tsx';

/** The server renders it; in the browser, it hydrates when its chunk has loaded. */
const OrderResult = lazy(() =>
  untilLoaded(async () => {
    const loaded = await import(/* webpackChunkName: "order-result" */ '../ordering/OrderResult.tsx');
    return { default: loaded.OrderResult };
  }),
);

/** The layout of all hosting pages. */
export function HostingPage({ family }: { readonly family: HostingFamily }) {
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
      <HostingIntro family={family} />
      <Section title={family.plansTitle} lead={family.showsPrices ? vatNote : undefined} id="plans" isRaised>
        <Plans family={family} />
      </Section>
      <HostingDetails family={family} />
    </>
  );
}
