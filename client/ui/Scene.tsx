import { css } from '@emotion/react';
import { media } from './media.ts';
import { Picture } from './Picture.tsx';

/** The pictures beside page titles, with their sizes in SVG units. */
const scenes = {
  hero: { width: 640, height: 520 },
  hosting: { width: 960, height: 300 },
  about: { width: 480, height: 360 },
  support: { width: 480, height: 360 },
  legal: { width: 480, height: 360 },
  lost: { width: 480, height: 360 },
} as const;

export type SceneName = keyof typeof scenes;

/** Whether a scene is more than twice as wide as high. */
export function isLow(name: SceneName): boolean {
  return scenes[name].width > 2 * scenes[name].height;
}

const picture = css({
  width: '100%',
  height: 'auto',
  maxHeight: '13rem',
  marginInline: 'auto',
  [media.medium]: { maxHeight: '30rem' },
});

const small = css({ [media.medium]: { maxHeight: '17.5rem' } });

export function Scene({ name }: { readonly name: SceneName }) {
  const { width, height } = scenes[name];
  return (
    <Picture
      css={[picture, width < 600 && small]}
      className="no-print"
      name={`scene-${name}`}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
    />
  );
}
