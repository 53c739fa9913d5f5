/** Headings with the text of each, in the order of the page. */
export type Points = { readonly [heading: string]: string };

/** Questions with the answer to each, in the order of the page. */
export type Questions = { readonly [question: string]: string };

/** A question whose answer is a link. */
export type OpenQuestion = { readonly question: string; readonly label: string; readonly path: string };
