/** Media queries. The widths are where layouts change. */
export const media = {
  small: '@media (min-width: 36rem)',
  medium: '@media (min-width: 48rem)',
  large: '@media (min-width: 64rem)',
  extraLarge: '@media (min-width: 80rem)',
  print: '@media print',
  motion: '@media (prefers-reduced-motion: no-preference)',
} as const;
