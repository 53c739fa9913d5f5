/** What search engines and shared links say of a page: a title of at most 60 characters, the company's name included, and
 * a description of 120 to 160. */
export type PageMeta = { readonly title: string; readonly description: string };
