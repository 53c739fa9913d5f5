import { css } from '@emotion/react';
import { media } from '../ui/styles.ts';
import { Picture } from './Picture.tsx';

/** The pictures beside page titles. Each hosting family has its own: `hosting-{id}`. */
export type SceneName = 'hero' | 'about' | 'support' | 'legal' | 'lost' | `hosting-${string}`;

/** In SVG units. */
function sizeOf(name: SceneName): readonly [width: number, height: number] {
  if (name === 'hero') return [640, 520];
  return name.startsWith('hosting') ? [560, 288] : [480, 360];
}

/** The colour of a drawing's outlines; its own colours are for surfaces, details and accents. */
export const ink = css({ color: 'color-mix(in srgb, var(--muted) 45%, var(--line-strong))' });
const picture = css({
  width: '100%',
  height: 'auto',
  maxHeight: '13rem',
  marginInline: 'auto',
  [media.medium]: { maxHeight: '30rem' },
});

const small = css({ [media.medium]: { maxHeight: '17.5rem' } });

export function Scene({ name }: { readonly name: SceneName }) {
  const [width, height] = sizeOf(name);
  return (
    <Picture
      css={[ink, picture, width < 600 && small]}
      className="no-print"
      name={`scene-${name}`}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
    />
  );
}
