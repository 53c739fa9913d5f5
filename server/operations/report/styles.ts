import { patternOf, seriesCount } from './figures/Series.tsx';

type Colours = { readonly dark: string; readonly light: string };

// Series differ by pattern first; four inks keep neighbours apart for those who see colours.
const inks = {
  dark: '--ink-0:#2dd4bf;--ink-1:#38bdf8;--ink-2:#a5b4fc;--ink-3:#b0bdd5',
  light: '--ink-0:#0f766e;--ink-1:#0369a1;--ink-2:#4f46e5;--ink-3:#55657f',
};

const series = Array.from(
  { length: seriesCount },
  (_, index) => `[fill='${patternOf(index)}'],#pattern-${index}{--ink:var(--ink-${index % 4})}`,
).join('');

const base = `
*,::before,::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0 auto;max-width:78rem;padding:clamp(1rem,4vw,3rem) clamp(1rem,3vw,2rem);background:var(--ground);color:var(--text);font:400 1rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
h1,h2,h3{margin:0;font-weight:700;line-height:1.2;letter-spacing:-.015em;text-wrap:balance}
h1{font-size:clamp(1.75rem,1.4rem + 1.6vw,2.75rem)}
h2{font-size:clamp(1.375rem,1.2rem + .8vw,1.875rem);margin:3rem 0 1rem}
h3{font-size:1.0625rem;line-height:1.35}
p,ul,dl,dd,figure{margin:0;padding:0}
ul{list-style:none}
header p,figcaption p,.guide p{color:var(--muted);max-width:70ch;text-wrap:pretty}
header p{margin-top:.75rem}
.patterns{position:absolute}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.note{margin-top:2rem;padding:1rem 1.25rem;border:1px solid var(--line-strong);border-left-width:4px;border-radius:8px;max-width:70ch}
section>.note{margin-top:0}
.tiles{display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,9rem),1fr))}
.tile{padding:1rem 1.125rem;background:var(--surface);border:1px solid var(--line);border-radius:12px}
.tile dt,.tile dd{color:var(--muted);font-size:.875rem;line-height:1.4}
.tile .number{color:var(--text);font-size:1.75rem;font-weight:700;line-height:1.3;letter-spacing:-.02em}
.bad{border-color:var(--danger)}
.bad .number{color:var(--danger)}
.figures,.beside{display:grid;gap:1.5rem;grid-template-columns:minmax(0,1fr)}
.beside{grid-template-columns:repeat(auto-fit,minmax(min(100%,21rem),1fr))}
.figures+.figures{margin-top:1.5rem}
.card{min-width:0;padding:clamp(1rem,2.5vw,1.5rem);background:var(--surface);border:1px solid var(--line);border-radius:12px;display:grid;grid-template-columns:minmax(0,1fr);gap:1rem 2rem;align-content:start}
.guide p{font-size:.9375rem}
figcaption p{margin-top:.375rem;font-size:.9375rem}
.legend{display:flex;flex-wrap:wrap;gap:.25rem 1.125rem;margin-top:.75rem;font-size:.875rem}
.legend li{display:flex;gap:.5rem;align-items:center}
.legend svg{flex:none}
.plot{display:block;width:100%;height:auto}
.wide{display:none}
.narrow,.small{max-width:25rem}
.plot text{fill:var(--muted);font-size:12px}
.plot [aria-label$="axis label"] text{font-weight:600;fill:var(--text)}
.plot .value text{font-weight:600;font-size:11.5px}
.plot .halo text,.plot .value text{fill:var(--text);paint-order:stroke;stroke:var(--surface);stroke-width:3px;stroke-linejoin:round}
.plot [aria-label$=grid]{stroke:var(--line);stroke-opacity:1}
.plot [aria-label=frame]{stroke:var(--line-strong)}
.plot [aria-label=rule]{stroke:var(--text);stroke-width:1.5;stroke-dasharray:4 3}
.tint{fill:var(--ink);opacity:.22}
.full{fill:var(--ink)}
pattern path{stroke:var(--ink);stroke-width:1.4;fill:none}
[fill^=url]{stroke:var(--ink)}
[fill='url(#pattern-beyond)'],#pattern-beyond{--ink:var(--danger)}
summary{cursor:pointer;color:var(--accent);font-size:.9375rem;width:fit-content}
:focus-visible{outline:3px solid var(--accent-2);outline-offset:3px;border-radius:4px}
.scroll{overflow-x:auto;margin-top:.75rem;max-height:26rem}
table{border-collapse:collapse;font-size:.875rem;line-height:1.4;overflow-wrap:normal}
th,td{padding:.375rem .875rem .375rem 0;border-bottom:1px solid var(--line);text-align:right;vertical-align:top}
th:last-child,td:last-child{padding-right:.25rem}
th:first-child{text-align:left;font-weight:400;min-width:8rem;overflow-wrap:anywhere}
thead th,thead th:first-child{font-weight:600;color:var(--muted);vertical-align:bottom}
.method{margin-top:1.25rem;max-width:70ch;color:var(--muted);font-size:.9375rem}
.method li+li{margin-top:.375rem}
@media (min-width:48rem){.wide{display:block}.narrow{display:none}}
@media (min-width:64rem){.tiles{grid-template-columns:repeat(4,1fr)}}
@media (min-width:72rem){.card:not(.compact){grid-template-columns:17rem minmax(0,1fr)}.card:not(.compact)>details{grid-column:1/-1}}
`;

/** `@page` and what keeps plots whole. Browsers that know `::details-content` print every table. */
const print = `
@page{size:A4;margin:14mm 12mm}
@media print{body{max-width:none;padding:0;font-size:9.5pt;-webkit-print-color-adjust:exact;print-color-adjust:exact}h2{margin:1.5rem 0 .5rem}h1,h2,h3{break-after:avoid}.card,.tile{padding:.75rem;border-color:#bbb}.card,.figures,.beside{display:block}.compact{display:grid;grid-template-columns:9.5cm minmax(0,1fr);gap:.25rem 1rem;break-inside:avoid}.compact figcaption{grid-column:1/-1}.guide{display:none}.card{margin-bottom:.75rem}details,figcaption,figure>[role=img],.tiles,tr,.note{break-inside:avoid}figcaption{break-after:avoid}.wide{display:block}.narrow{display:none}.tiles{grid-template-columns:repeat(4,1fr);gap:.5rem}.scroll{overflow:visible;max-height:none}summary{list-style:none;color:inherit;font-weight:600;break-after:avoid}thead{display:table-header-group}table{font-size:8pt;line-height:1.25}th,td{padding-block:.07rem}.scroll{margin-top:.25rem}details::details-content{content-visibility:visible;block-size:auto}}
`;

/** The style sheet of the report, dark first, light where that is preferred and on paper. */
export function styles({ dark, light }: Colours): string {
  return `:root{color-scheme:dark;${dark};${inks.dark}}
@media print,(prefers-color-scheme:light){:root{color-scheme:light;${light};${inks.light}}}
${base}${series}${print}`;
}
