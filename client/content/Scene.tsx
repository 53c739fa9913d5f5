import { css } from '@emotion/react';
import { Picture } from './Picture.tsx';

type PageScene = 'hero' | 'services' | 'about' | 'contact' | 'support' | 'legal' | 'lost';

/** The pictures beside page titles. Each hosting family and each service has its own, by its id. */
export type SceneName = PageScene | `hosting-${string}` | `service-${string}`;

/** Width and height in SVG units, and the maximum height on the page: on a phone, the content below must be near. */
function sizeOf(name: SceneName): readonly [width: number, height: number, maxHeight: string] {
  if (name === 'hero') return [640, 520, 'clamp(13rem, 40vw, 30rem)'];
  // A service's scene is no larger than it was drawn, so its lines keep their width.
  if (name.startsWith('service-')) return [420, 240, 'clamp(10rem, 30vw, 15rem)'];
  if (name.startsWith('hosting-')) return [560, 288, 'clamp(10rem, 36vw, 15.5rem)'];
  return [480, 360, 'clamp(10rem, 36vw, 17.5rem)'];
}

/** The colour of a drawing's outlines; its own colours are for surfaces, details and accents. */
export const ink = css({ color: 'color-mix(in srgb, var(--muted) 45%, var(--line-strong))' });

export function Scene({ name }: { readonly name: SceneName }) {
  const [width, height, maxHeight] = sizeOf(name);
  return (
    <Picture
      css={[ink, { width: '100%', height: 'auto', maxHeight, marginInline: 'auto' }]}
      className="no-print"
      name={`scene-${name}`}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
    />
  );
}
