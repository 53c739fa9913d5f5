import { css } from '@emotion/react';
import { Picture } from './Picture.tsx';
import { sceneSize } from './sceneSize.ts';

type PageScene = 'hero' | 'services' | 'about' | 'contact' | 'support' | 'legal' | 'lost';

/** The pictures beside page titles. The picture of a hosting family or service is named after its id. */
export type SceneName = PageScene | `hosting-${string}` | `service-${string}`;

/** The colour of a picture's outlines. The picture's file sets the colours of surfaces, details and accents. */
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
