import { hasFinder } from '../../shared/hosting/criteria.ts';
import type { HostingFamily } from '../../shared/hosting/family.ts';
import { textsOf } from '../../shared/hosting/texts.ts';
import { FinderFields } from '../choosing/FinderFields.tsx';
import { BeyondPlans } from './BeyondPlans.tsx';
import { HostingDetails } from './HostingDetails.tsx';
import { HostingIntro } from './HostingIntro.tsx';
import type { HostingParts } from './readHostingParts.ts';

/** The static parts of a family's page. */
export function hostingParts(family: HostingFamily): HostingParts {
  const { beyond } = textsOf(family.id);
  return {
    intro: <HostingIntro family={family} />,
    finderFields: hasFinder(family) ? <FinderFields family={family} /> : '',
    beyond: beyond ? <BeyondPlans familyId={family.id} {...beyond} /> : '',
    details: <HostingDetails family={family} />,
  };
}
