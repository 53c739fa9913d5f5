import { css } from '@emotion/react';
import { media } from './media.ts';

/** A drawing in a file of its own, which inherits the page's colours. */
export type ScenePicture = { readonly address: string; readonly width: number; readonly height: number };

const picture = css({
  width: '100%',
  height: 'auto',
  maxHeight: '13rem',
  marginInline: 'auto',
  [media.medium]: { maxHeight: '30rem' },
});

// Beside a title that needs no stage.
const small = css({ [media.medium]: { maxHeight: '17.5rem' } });

/** Decoration: it says nothing that the text beside it doesn't. */
export const Scene = ({ address, width, height }: ScenePicture) => (
  <svg
    css={[picture, width < 600 && small]}
    className="no-print"
    viewBox={`0 0 ${width} ${height}`}
    width={width}
    height={height}
    aria-hidden="true"
  >
    <use href={`${address}#scene`} />
  </svg>
);
