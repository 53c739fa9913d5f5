/** The strokes of each pattern on a tile of six units; the first is solid. */
const strokes = [
  '',
  'M-1,1l2,-2M0,6l6,-6M5,7l2,-2',
  'M3,0v6',
  'M0,3h6',
  'M-1,5l2,2M0,0l6,6M5,-1l2,2',
  'M0,0l6,6M0,6l6,-6',
  'M2,3h2M3,2v2',
  'M0,0',
];

/** How many series can be told apart without colour: each has a pattern of its own. */
export const seriesCount = strokes.length;

/** What fills the shapes of a series, or those beyond a limit. */
export function patternOf(series: number | 'beyond'): string {
  return `url(#pattern-${series})`;
}

/** The patterns. They are in an element of size zero: browsers do not paint with those of one that is not displayed. */
export function SeriesPatterns() {
  return (
    <svg width="0" height="0" className="patterns" aria-hidden="true">
      <defs>
        {[...strokes.entries(), ['beyond', strokes[5]] as const].map(([name, d]) => (
          <pattern key={name} id={`pattern-${name}`} width="6" height="6" patternUnits="userSpaceOnUse">
            <rect width="6" height="6" className={d ? 'tint' : 'full'} />
            <path d={d} />
          </pattern>
        ))}
      </defs>
    </svg>
  );
}

/** The names of the series beside their patterns. */
export function Legend({ names }: { readonly names: readonly string[] }) {
  return (
    <ul className="legend">
      {names.map((name, index) => (
        <li key={name}>
          <svg viewBox="0 0 18 12" width="18" height="12" aria-hidden="true">
            <rect x=".5" y=".5" width="17" height="11" rx="2" fill={patternOf(index)} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
