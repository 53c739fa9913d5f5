import { deliveryTime, hostingFacts } from '../optionalFacts.ts';
import type { Points } from '../texts.ts';

/** The facts that the owner has filled in about a family, by name. */
export function factsOf(familyId: string): Points {
  const { 'Usual Delivery Time': ownTime, ...facts } = hostingFacts[familyId] ?? {};
  return Object.fromEntries(
    Object.entries({ ...facts, 'Usual Delivery Time': ownTime || deliveryTime }).filter(([, value]) => value),
  );
}
