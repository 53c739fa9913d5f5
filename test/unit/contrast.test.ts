import { describe, expect, test } from '@jest/globals';
import { colours } from '../../shared/colours.ts';

type Theme = keyof typeof colours;

/** The colours of a theme, by custom property. */
function coloursOf(theme: Theme): ReadonlyMap<string, string> {
  const found = colours[theme].matchAll(/--([\w-]+):(#[\da-f]+)/g);
  return new Map(Array.from(found, ([, name = '', colour = '']) => [name, colour]));
}

type Channels = readonly number[];

/** Red, green, blue and opacity, each from 0 to 1. */
function channelsOf(colour: string): Channels {
  const digits = colour.slice(1);
  const long = digits.length < 6 ? digits.replace(/./g, '$&$&') : digits;
  return (long.padEnd(8, 'f').match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16) / 255);
}

function over(colour: Channels, ground: Channels): Channels {
  const [, , , opacity = 1] = colour;
  return colour.map((channel, index) => channel * opacity + (ground[index] ?? 0) * (1 - opacity));
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(colour: Channels): number {
  const [red = 0, green = 0, blue = 0] = colour.map((channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(one: Channels, other: Channels): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const grounds = ['ground', 'deep', 'surface', 'surface-2'];

/** A background of the page below the accent's tint. */
const tints = ['ground', 'surface'];

/** The least contrast between a text or mark and each background on which it is used. */
const pairs = [
  { front: 'text', backs: grounds, tints, least: 7 },
  { front: 'muted', backs: grounds, tints, least: 7 },
  { front: 'on-danger', backs: ['danger-ground'], least: 4.5 },
  { front: 'on-accent', backs: ['accent', 'accent-strong'], least: 4.5 },
  { front: 'on-warm', backs: ['warm'], least: 7 },
  { front: 'accent', backs: grounds, tints, least: 4.5 },
  { front: 'accent-strong', backs: grounds, least: 4.5 },
  { front: 'danger', backs: ['ground', 'surface'], least: 4.5 },
  // Marks: the borders of controls, and the focus ring. What is chosen or current is marked with the accent.
  { front: 'line-strong', backs: ['ground', 'deep', 'surface'], least: 3 },
  { front: 'accent-2', backs: grounds, least: 3 },
];

describe.each<Theme>(['dark', 'light'])('in the %s theme', (theme) => {
  const found = coloursOf(theme);
  const colour = (name: string) => channelsOf(found.get(name) ?? '');

  test.each(pairs)('$front has a contrast of $least : 1', ({ front, backs, tints: tinted = [], least }) => {
    const ratios = [
      ...backs.map((back) => [back, contrast(colour(front), colour(back))] as const),
      ...tinted.map((back) => {
        const tint = over(colour('accent-soft'), colour(back));
        return [`tint on ${back}`, contrast(colour(front), tint)] as const;
      }),
    ];
    expect(ratios.filter(([, ratio]) => !(ratio >= least))).toEqual([]);
  });
});
