/** Something that a search can find. */
export type SearchDocument = {
  /** Path and fragment. */
  readonly address: string;
  readonly kind: 'Page' | 'Service' | 'Plan' | 'Answer' | 'Legal document';
  readonly name: string;
  /** The family of a plan, because several families use the same plan names. */
  readonly family?: string;
  /** Shown below the name. For a plan, a text such as `16 GB · 8 cores · R1249`. For an answer, the name of its page. */
  readonly facts?: string;
  /** One or two sentences, shown with the result. */
  readonly text: string;
  /** The terms of `synonyms.ts`. Not shown. */
  readonly keywords?: string;
  /** Further terms of the page, in alphabetical order. Not shown. */
  readonly terms?: string;
};

/** A name such as `Privacy Policy`, or `Starter, Shared Hosting`. */
export function titleOf({ name, family }: SearchDocument): string {
  return family ? `${name}, ${family}` : name;
}
