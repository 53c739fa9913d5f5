import { expect, test } from '@jest/globals';
import axe from 'axe-core';
import { colours } from '../../shared/colours.ts';

type Colour = { readonly parseString: (hex: string) => Colour };
/** Functions of axe-core that its types leave out. */
type Colours = {
  readonly Color: new () => Colour;
  readonly flattenColors: (front: Colour, back: Colour) => Colour;
  readonly getContrast: (one: Colour, other: Colour) => number;
};
const { Color, flattenColors, getContrast } = (axe.commons as unknown as { readonly color: Colours }).color;

const grounds = ['ground', 'deep', 'surface', 'surface-2'];

/** The backgrounds that may have the tint of the accent (`accent-soft`) over them. */
const tints = ['ground', 'surface'];

/** The least contrast of each text or mark (`front`) with its backgrounds (`backs`). `tints`: backgrounds under the tint. */
const pairs = [
  { front: 'text', backs: grounds, tints, least: 7 },
  { front: 'muted', backs: grounds, tints, least: 7 },
  { front: 'on-danger', backs: ['danger-ground'], least: 4.5 },
  { front: 'on-accent', backs: ['accent', 'accent-strong'], least: 4.5 },
  { front: 'on-warm', backs: ['warm'], least: 7 },
  { front: 'accent', backs: grounds, tints, least: 4.5 },
  { front: 'accent-strong', backs: grounds, least: 4.5 },
  { front: 'danger', backs: ['ground', 'surface'], least: 4.5 },
  // Marks: the borders of controls (`line-strong`) and the focus ring (`accent-2`). The accent above also marks what is chosen.
  { front: 'line-strong', backs: ['ground', 'deep', 'surface'], least: 3 },
  { front: 'accent-2', backs: grounds, least: 3 },
];

test.each(['dark', 'light'] as const)('in the %s theme each text and mark has its contrast', (theme) => {
  const found = new Map(Array.from(colours[theme].matchAll(/--([\w-]+):(#[\da-f]+)/g), ([, name, hex]) => [name, hex]));
  const colour = (name: string) => new Color().parseString(found.get(name) ?? '');
  const tinted = (back: string) => flattenColors(colour('accent-soft'), colour(back));
  const faint = pairs.flatMap(({ front, backs, tints = [], least }) =>
    [...backs.map(colour), ...tints.map(tinted)]
      .map((back) => ({ front, back: String(back), ratio: getContrast(colour(front), back) }))
      .filter(({ ratio }) => !(ratio >= least)),
  );
  expect(faint).toEqual([]);
});
