import type { HostingFamily } from '../../shared/hosting/family.ts';
import { HostingDetails } from './HostingDetails.tsx';
import { HostingIntro } from './HostingIntro.tsx';

/** The static parts of a family's page. */
export function hostingParts(family: HostingFamily) {
  return { intro: <HostingIntro family={family} />, details: <HostingDetails family={family} /> };
}
