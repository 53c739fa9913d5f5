import { css } from '@emotion/react';
import { hasFinder } from '../../shared/hosting/criteria.ts';
import type { HostingFamily } from '../../shared/hosting/family.ts';
import { questions } from '../../shared/hosting/questions.ts';
import { textsOf } from '../../shared/hosting/texts.ts';
import { undecided } from '../../shared/hosting/undecided.ts';
import { askFormAddress } from '../../shared/paths.ts';
import { AskButtons } from '../content/AskButtons.tsx';
import { Callout } from '../content/Callout.tsx';
import { Section } from '../content/Section.tsx';
import { OrderFacts } from '../plans/OrderFacts.tsx';
import { Highlights } from './Highlights.tsx';
import { OperatingSystemList } from './OperatingSystemList.tsx';
import { PriceChart } from './PriceChart.tsx';
import { QuestionList } from './QuestionList.tsx';

const ask = css({ marginTop: 'clamp(2rem, 1.5rem + 2vw, 3rem)' });

/** What follows the plans of a hosting page. */
export function HostingDetails({ family }: { readonly family: HostingFamily }) {
  const { beyond, reasons } = textsOf(family.id);
  return (
    <>
      {hasFinder(family) ? <PriceChart family={family} /> : null}
      {family.operatingSystems ? <OperatingSystemList {...family.operatingSystems} /> : null}
      {reasons ? (
        <Section title={reasons.title}>
          <Highlights items={reasons.items} isInner />
        </Section>
      ) : null}
      <Section title="Questions and Answers" isRaised={Boolean(family.operatingSystems ?? reasons)}>
        <QuestionList items={questions[family.id] ?? []} />
        <OrderFacts />
        {beyond ? null : (
          <Callout css={ask} {...undecided}>
            <AskButtons label="Get In Touch" to={askFormAddress(family.id)} />
          </Callout>
        )}
      </Section>
    </>
  );
}
