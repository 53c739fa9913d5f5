export type SearchDocument = {
  readonly address: string;
  readonly kind: 'Page' | 'Service' | 'Plan' | 'Answer' | 'Legal document';
  readonly name: string;
  /** The family of a plan, because several families use the same plan names. */
  readonly family?: string;
  /** Shown below the name. For a plan, a text such as `16 GB · 8 cores · R1249`. For an answer, the name of its page. */
  readonly facts?: string;
  readonly text: string;
  /** The page's words in `synonyms.ts`. Results do not show these words. */
  readonly keywords?: string;
  /** Further terms of the page, in alphabetical order. Results do not show these terms. */
  readonly terms?: string;
};

/** The title of a result, such as `Privacy Policy` or `Starter, Shared Hosting`. */
export function titleOf({ name, family }: SearchDocument): string {
  return family ? `${name}, ${family}` : name;
}
