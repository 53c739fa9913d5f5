import { css } from '@emotion/react';
import { Picture } from './Picture.tsx';

const frame = css({ flex: 'none', color: 'var(--accent)' });

/** A drawn sign of 64 x 64 units for a service or a family of plans; `name` is its id. */
export function Emblem({ name, size = 48 }: { readonly name: string; readonly size?: number }) {
  return <Picture css={frame} className="no-print" name={name} width={size} height={size} viewBox="0 0 64 64" />;
}
