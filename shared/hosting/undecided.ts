/** The invitation at the end of a hosting page. */
export const undecided = {
  title: 'Not Sure Which Plan Fits?',
  text: 'Tell us what you run today and how many people use it. We would rather sell you the smaller plan that fits.',
} as const;
