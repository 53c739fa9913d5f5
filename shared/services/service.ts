import type { Points } from '../texts.ts';
import type { ServiceId } from './list.ts';

/** The text of a service's page: one file per service, so that a visitor loads only the text of the current page. */
export type ServiceTexts = {
  /** The page's description for search engines and shared links, 120 to 160 characters. */
  readonly metaDescription: string;
  /** One or two sentences under the page's title. */
  readonly lead: string;
  /** What the service is: two or three paragraphs. */
  readonly about: readonly string[];
  /** Who needs the service: three or four situations that a reader recognises, one sentence each. */
  readonly audience: readonly string[];
  /** What is included: five to seven items. */
  readonly included: Points;
  /** If an included item is hosting: the id of the hosting family, by the item's heading. */
  readonly plans?: { readonly [item: string]: string };
  /** How the service starts: three or four steps in order. */
  readonly steps: Points;
  /** Three to five questions of buyers, with answers. */
  readonly questions: Points;
  readonly related: readonly ServiceId[];
};
