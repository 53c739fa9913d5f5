import type { HostingFamily } from '../../shared/hosting/family.ts';
import { readStaticPart, type StaticContent } from '../content/readStaticPart.ts';

/** The static parts of a hosting page. */
export type HostingParts = {
  readonly intro: StaticContent;
  /** Empty if the family has no plan finder. */
  readonly finderFields: StaticContent;
  /** Empty if no callout follows the plans. */
  readonly beyond: StaticContent;
  readonly details: StaticContent;
};

export type HostingPageProps = { readonly family: HostingFamily; readonly parts: HostingParts };

/** The id of the element with a static part of a family's page. No other page has it. */
export function hostingPartId(familyId: string, part: keyof HostingParts): string {
  return `${familyId}-${part}`;
}

/** The static parts in the page from the server, if it is that family's page. */
export function readHostingParts(familyId: string): HostingParts | undefined {
  const read = (part: keyof HostingParts) => readStaticPart(hostingPartId(familyId, part)) ?? '';
  const details = read('details');
  return details
    ? { intro: read('intro'), finderFields: read('finderFields'), beyond: read('beyond'), details }
    : undefined;
}
