/** For search engines and link previews. `title`: up to 60 characters with the company's name. `description`: 120 to 160. */
export type PageMeta = { readonly title: string; readonly description: string };
