import type { SVGAttributes } from 'react';
import emblems from '../../static/pictures/emblems.svg';
import hostingScenes from '../../static/pictures/hosting-scenes.svg';
import pageScenes from '../../static/pictures/page-scenes.svg';
import serviceScenes from '../../static/pictures/service-scenes.svg';

type PictureProps = Omit<SVGAttributes<SVGSVGElement>, 'name'> & { readonly name: string };

/** The browser parses a whole file for one picture, so there is a file for each kind of page. */
function fileOf(name: string): string {
  if (name.startsWith('scene-hosting-')) return hostingScenes;
  if (name.startsWith('scene-service-')) return serviceScenes;
  return name.startsWith('scene-') ? pageScenes : emblems;
}

/** A decorative picture that inherits the page's colours. `name`: its id in its file. */
export function Picture({ name, ...rest }: PictureProps) {
  return (
    <svg {...rest} aria-hidden="true">
      <use href={`${fileOf(name)}#${name}`} />
    </svg>
  );
}
