import type { OwnerFact } from '../../../shared/ownerFacts.ts';

type Facts = { readonly [name: string]: OwnerFact<unknown> };

/** The names of what only the owner can confirm and has not; `undefined` if nothing is open. */
export function openFacts(ofCompany: Facts, commitments: Facts) {
  const placeholders = openIn(ofCompany);
  const unconfirmed = openIn(commitments);
  return placeholders.length + unconfirmed.length > 0 ? { placeholders, unconfirmed } : undefined;
}

function openIn(facts: Facts): string[] {
  return Object.keys(facts).filter((name) => !facts[name]?.confirmed);
}
