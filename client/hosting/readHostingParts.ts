import { readStaticPart, type StaticContent } from '../ui/readStaticPart.ts';

export type HostingParts = { readonly intro: StaticContent; readonly details: StaticContent };

/** The ids of the static parts of a family's page. No other page has them. */
export function hostingPartIds(familyId: string): { readonly [name in keyof HostingParts]: string } {
  return { intro: `${familyId}-intro`, details: `${familyId}-details` };
}

/** The static parts in the page from the server, if it is that family's page. */
export function readHostingParts(familyId: string): HostingParts | undefined {
  const ids = hostingPartIds(familyId);
  const intro = readStaticPart(ids.intro);
  const details = readStaticPart(ids.details);
  return intro && details ? { intro, details } : undefined;
}
