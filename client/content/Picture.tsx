import { css } from '@emotion/react';
import type { SVGAttributes } from 'react';
import emblems from '../../static/pictures/emblems.svg';
import hostingScenes from '../../static/pictures/hosting-scenes.svg';
import pageScenes from '../../static/pictures/page-scenes.svg';
import serviceScenes from '../../static/pictures/service-scenes.svg';

type PictureProps = Omit<SVGAttributes<SVGSVGElement>, 'name'> & { readonly name: string };

/** The file of a picture. A browser parses a whole file for one picture, so each kind of page has its own file. */
function fileOf(name: string): string {
  if (name.startsWith('scene-hosting-')) return hostingScenes;
  if (name.startsWith('scene-service-')) return serviceScenes;
  return name.startsWith('scene-') ? pageScenes : emblems;
}

/** A decorative picture that inherits the page's colours. `name`: the picture's id in its file. */
export function Picture({ name, ...rest }: PictureProps) {
  return (
    <svg {...rest} aria-hidden="true">
      <use href={`${fileOf(name)}#${name}`} />
    </svg>
  );
}

// `--accent` is the colour of links. An emblem is no link, so its accents have another colour.
const frame = css({ '--accent': 'var(--muted)', '--accent-2': 'var(--muted)', flex: 'none', color: 'var(--muted)' });

type EmblemProps = { readonly name: string; readonly size?: number; readonly className?: string };

/** The picture of a service or hosting family, drawn in 64 x 64 units. `name`: the picture's id; `size`: in CSS pixels. Accepts the `css` prop. */
export function Emblem({ name, size = 48, className = '' }: EmblemProps) {
  return (
    <Picture
      css={frame}
      className={`no-print ${className}`}
      name={name}
      width={size}
      height={size}
      viewBox="0 0 64 64"
    />
  );
}
