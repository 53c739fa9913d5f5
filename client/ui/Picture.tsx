import type { SVGAttributes } from 'react';
import pictures from '../../static/pictures/pictures.svg';

export type PictureProps = Omit<SVGAttributes<SVGSVGElement>, 'name'> & {
  /** The drawing's id in the file. */
  readonly name: string;
};

/**
 * A drawing that inherits the page's colours. All of them are in one file: it is asked for once, and one request over
 * the page's own connection is there before three over new ones. Decoration: it says nothing that the text doesn't.
 */
export function Picture({ name, ...rest }: PictureProps) {
  return (
    <svg {...rest} aria-hidden="true">
      <use href={`${pictures}#${name}`} />
    </svg>
  );
}
