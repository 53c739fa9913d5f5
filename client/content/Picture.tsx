import type { SVGAttributes } from 'react';
import emblems from '../../static/pictures/emblems.svg';
import hostingScenes from '../../static/pictures/hosting-scenes.svg';
import pageScenes from '../../static/pictures/page-scenes.svg';
import serviceScenes from '../../static/pictures/service-scenes.svg';

export type PictureProps = Omit<SVGAttributes<SVGSVGElement>, 'name'> & {
  /** The picture's id in its file. */
  readonly name: string;
};

/** A page shows the emblems, and a scene of one other file: the browser parses the whole of each. */
function fileOf(name: string): string {
  if (name.startsWith('scene-hosting-')) return hostingScenes;
  if (name.startsWith('scene-service-')) return serviceScenes;
  return name.startsWith('scene-') ? pageScenes : emblems;
}

/** A decorative picture that inherits the page's colours. */
export function Picture({ name, ...rest }: PictureProps) {
  return (
    <svg {...rest} aria-hidden="true">
      <use href={`${fileOf(name)}#${name}`} />
    </svg>
  );
}
