/** Something that a search can find. */
export type SearchDocument = {
  /** Path and fragment. */
  readonly address: string;
  readonly kind: 'Page' | 'Service' | 'Plan' | 'Answer' | 'Legal document';
  readonly name: string;
  /** A plan's family: names of plans repeat. */
  readonly family?: string;
  /** Shown below the name: of a plan such as `16 GB · 8 cores · R1249`, of an answer the page that it is on. */
  readonly facts?: string;
  /** One or two sentences, shown with the result. */
  readonly text: string;
  /** The terms of `synonyms.ts`. Not shown. */
  readonly keywords?: string;
  /** Further terms of the page, in alphabetical order. Not shown. */
  readonly terms?: string;
};

/** Such as `Privacy Policy`, or `Starter, Shared Hosting`. */
export function titleOf({ name, family }: SearchDocument): string {
  return family ? `${name}, ${family}` : name;
}
