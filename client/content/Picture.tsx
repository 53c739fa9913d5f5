import { css, type SerializedStyles } from '@emotion/react';
import type { SVGAttributes } from 'react';
import emblems from '../../static/pictures/emblems.svg';

/** A decorative picture that inherits the page's colours. `name`: an emblem's id, or `scene-` and a scene's name. */
export function Picture({ name, ...rest }: Omit<SVGAttributes<SVGSVGElement>, 'name'> & { readonly name: string }) {
  return (
    <svg {...rest} aria-hidden="true">
      {/* A browser parses a whole file for one picture, so each scene has its own file, in `static/scenes`. */}
      <use href={name.startsWith('scene-') ? `/scenes/${name}.svg#scene` : `${emblems}#${name}`} />
    </svg>
  );
}

// `--accent` is the colour of links. An emblem is no link, so its accents have another colour.
const frame = css({ '--accent': 'var(--muted)', '--accent-2': 'var(--muted)', flex: 'none', color: 'var(--muted)' });

type EmblemProps = { readonly name: string; readonly size: number; readonly styles?: SerializedStyles };

/** The picture of a service or hosting family, drawn in 64 x 64 units. `size`: in CSS pixels. */
export function Emblem({ name, size, styles }: EmblemProps) {
  return (
    <Picture css={[frame, styles]} className="no-print" name={name} width={size} height={size} viewBox="0 0 64 64" />
  );
}
