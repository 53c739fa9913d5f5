import { css } from '@emotion/react';
import type { HostingFamily } from '../../shared/hosting/family.ts';
import { vatNote } from '../../shared/hosting/family.ts';
import hostingScene from '../../static/scenes/hosting.svg';
import { PageHead } from '../layout/PageHead.tsx';
import { OrderDialogLoader } from '../ordering/OrderDialogLoader.tsx';
import { buttonStyles } from '../ui/Button.tsx';
import { Hero } from '../ui/Hero.tsx';
import { Section } from '../ui/Section.tsx';
import { Highlights } from './Highlights.tsx';
import { OperatingSystemList } from './OperatingSystemList.tsx';
import { PlanGrid } from './PlanGrid.tsx';

const note = css({ marginTop: '1.5rem', color: 'var(--muted)', fontSize: '0.9375rem' });

/** The one layout of the six hosting pages. */
export const HostingPage = ({ family }: { readonly family: HostingFamily }) => (
  <>
    <PageHead path={family.path} {...family.meta} />
    <Hero title={family.title} lead={family.lead} scene={{ address: hostingScene, width: 960, height: 300 }}>
      <a css={buttonStyles('default', 'lg')} href="#plans">
        See the plans
      </a>
    </Hero>
    <Highlights items={family.benefits} />
    <Section title={family.plansTitle} id="plans" isRaised>
      <PlanGrid family={family} />
      <p css={note}>
        {family.showsPrices ? `${vatNote} ` : null}
        What you send is a request: we confirm it with you before anything is owed.
      </p>
    </Section>
    {family.operatingSystems ? <OperatingSystemList {...family.operatingSystems} /> : null}
    {family.reasons ? (
      <Section title={family.reasons.title}>
        <Highlights items={family.reasons.items} isInner />
      </Section>
    ) : null}
    <OrderDialogLoader family={family} />
  </>
);
