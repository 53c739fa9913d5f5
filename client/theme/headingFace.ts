import file from '../../static/fonts/headings.woff2';

/** The headings' face, for a style rule or for `new FontFace`. */
export const headingFace = { family: 'Headings', source: `url(${file})`, weights: '500 800' } as const;
