import type { SVGAttributes } from 'react';
import pictures from '../../static/pictures/pictures.svg';

export type PictureProps = Omit<SVGAttributes<SVGSVGElement>, 'name'> & {
  /** The picture's id in the file. */
  readonly name: string;
};

/**
 * A decorative picture that inherits the page's colours. All pictures are in one file, because one request on the
 * page's own connection is faster than three on new connections.
 */
export function Picture({ name, ...rest }: PictureProps) {
  return (
    <svg {...rest} aria-hidden="true">
      <use href={`${pictures}#${name}`} />
    </svg>
  );
}
