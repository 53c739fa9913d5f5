import { css } from '@emotion/react';
import { Picture } from './Picture.tsx';
import { sceneSize } from './sceneSize.ts';

type PageScene = 'hero' | 'services' | 'about' | 'contact' | 'support' | 'legal' | 'lost';

/** The pictures beside page titles. Each hosting family and each service has its own, by its id. */
export type SceneName = PageScene | `hosting-${string}` | `service-${string}`;

/** The colour of a drawing's outlines; its own colours are for surfaces, details and accents. */
export const ink = css({ color: 'color-mix(in srgb, var(--muted) 45%, var(--line-strong))' });

export function Scene({ name }: { readonly name: SceneName }) {
  const [width, height, maxHeight] = sceneSize(name);
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
