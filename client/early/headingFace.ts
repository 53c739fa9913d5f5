import file from '../../static/fonts/headings.woff2';

/** The heading font, for `@font-face` or `new FontFace`. */
export const headingFace = { family: 'Headings', source: `url(${file})`, weights: '500 800' } as const;
