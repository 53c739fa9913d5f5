/** Headings with the text of each, in the order of the page. */
export type Points = { readonly [heading: string]: string };

/** Questions with the answer to each, in the order of the page. */
export type Questions = { readonly [question: string]: string };
