import { css } from '@emotion/react';
import { Picture } from './Picture.tsx';

// An emblem is no link, so it does not have the colour of links.
const frame = css({ '--accent': 'var(--muted)', '--accent-2': 'var(--muted)', flex: 'none', color: 'var(--muted)' });

/** The picture of a service or hosting family, drawn in 64 x 64 units. `name`: its id; `size`: in CSS pixels. */
export function Emblem({ name, size = 48 }: { readonly name: string; readonly size?: number }) {
  return <Picture css={frame} className="no-print" name={name} width={size} height={size} viewBox="0 0 64 64" />;
}
