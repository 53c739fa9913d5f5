/** A scene's width and height in SVG units, and its largest height, which leaves a phone room for content below. */
export function sceneSize(name: string): readonly [width: number, height: number, maxHeight: string] {
  if (name === 'hero') return [640, 520, 'clamp(13rem, 40vw, 30rem)'];
  // A service's scene is shown no larger than drawn, so that the lines do not get thicker.
  if (name.startsWith('service-')) return [420, 240, 'clamp(10rem, 30vw, 15rem)'];
  if (name.startsWith('hosting-')) return [560, 288, 'clamp(10rem, 36vw, 15.5rem)'];
  return [480, 360, 'clamp(10rem, 36vw, 17.5rem)'];
}
