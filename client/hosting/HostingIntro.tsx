import type { HostingFamily } from '../../shared/hosting/family.ts';
import { textsOf } from '../../shared/hosting/texts.ts';
import { Hero } from '../content/Hero.tsx';
import { buttonStyles } from '../ui/Button.tsx';
import { Highlights } from './Highlights.tsx';

/** The top of a hosting page. */
export function HostingIntro({ family }: { readonly family: HostingFamily }) {
  const { title, lead, benefits } = textsOf(family.id);
  return (
    <>
      <Hero title={title} lead={lead} emblem={family.id} scene={`hosting-${family.id}`}>
        <a css={buttonStyles('default', 'lg')} className="no-print" href="#plans">
          See the Plans
        </a>
      </Hero>
      <Highlights items={benefits} />
    </>
  );
}
