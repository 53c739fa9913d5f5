import { colours } from '../../../shared/colours.ts';

// Neighbouring series differ in hue and in lightness. Colour-blind readers and black-and-white print need the lightness.
const series = {
  dark: '--series-1:#2dd4bf;--series-2:#818cf8;--series-3:#f5b544;--series-4:#ff7a70;--series-5:#94a3b8',
  light: '--series-1:#0f766e;--series-2:#818cf8;--series-3:#b45309;--series-4:#7f1d1d;--series-5:#94a3b8',
};

// On paper, two figures are side by side. The last rule prints every table, in browsers that know `::details-content`.
/** The report is dark. It is light on paper, and for readers whose system is set to light. */
export const styles = `:root{color-scheme:dark;${colours.dark};${series.dark}}
@media print,(prefers-color-scheme:light){:root{color-scheme:light;${colours.light};${series.light}}}
*,::before,::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0 auto;max-width:78rem;padding:clamp(.75rem,3vw,3rem);background:var(--ground);color:var(--text);font:400 1rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
h1,h2{margin:0;font-weight:700;line-height:1.2;text-wrap:balance}
h1{font-size:clamp(1.75rem,1.4rem + 1.6vw,2.75rem)}
h2{font-size:1.25rem}
p,figure{margin:0}
header p,figcaption p{margin-top:.5rem;color:var(--muted);max-width:70ch}
.figures{display:grid;gap:1rem;margin-top:1.5rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,30rem),1fr))}
.card{min-width:0;padding:1rem clamp(.625rem,2vw,1.5rem);background:var(--surface);border:1px solid var(--line);border-radius:12px}
.drawing{margin-top:1rem}
.plot{width:100%;max-width:32rem;font-size:12.5px}
.plot-swatches{font-size:.875rem}
[aria-label$=grid]{stroke:var(--line);stroke-opacity:1}
summary{margin-top:.5rem;cursor:pointer;color:var(--accent);width:fit-content}
:focus-visible{outline:3px solid var(--accent-2);outline-offset:3px;border-radius:4px}
table{margin-top:.75rem;border-collapse:collapse;font-size:.875rem;line-height:1.4}
th,td{padding:.25rem .75rem .25rem 0;border-bottom:1px solid var(--line);text-align:right;vertical-align:top}
th:first-child{text-align:left;font-weight:400;min-width:6rem}
td{white-space:nowrap}
thead th,thead th:first-child{font-weight:600;color:var(--muted);vertical-align:bottom;overflow-wrap:normal}
@page{size:A4;margin:14mm 12mm}
@media print{body{max-width:none;padding:0;font-size:9pt;print-color-adjust:exact}.figures{grid-template-columns:repeat(2,minmax(0,1fr));align-items:start}.card{padding:.5rem .75rem;border-color:#bbb}figcaption,.drawing,tr{break-inside:avoid}figcaption,summary{break-after:avoid}.plot-swatches{font-size:7pt}h2{font-size:12pt}table{font-size:8pt;line-height:1.2}th,td{padding-block:.1rem}summary{list-style:none;color:inherit;font-weight:600}details::details-content{content-visibility:visible;block-size:auto}}
`;
