import { colours } from '../../shared/colours.ts';
import { company } from '../../shared/company.ts';
import headings from '../../static/fonts/headings.woff2';

// The fallback font has the same metrics, so that nothing moves when the heading font loads:
// https://developer.mozilla.org/docs/Web/CSS/@font-face/size-adjust
const faces = `
@font-face{font-family:Headings;src:url(${headings});font-weight:500 800;font-display:swap}
@font-face{font-family:"Headings Fallback";src:local("Arial Bold"),local("Arial-BoldMT"),local("Liberation Sans Bold"),local("Arimo Bold");font-weight:500 800;size-adjust:102.2%;ascent-override:95.56%;descent-override:25.23%;line-gap-override:0%}
`;

const tokens = `
:root{color-scheme:dark;${colours.dark};--shadow:0 16px 48px #02061480;--display:Headings,"Headings Fallback",system-ui,sans-serif;--bar:4.25rem;--origin:"${company.website}"}
:root[data-theme=light]{color-scheme:light;${colours.light};--shadow:0 16px 40px #0d183024}
`;

// VoiceOver takes a list without markers for no list: `list-style-type:""` keeps the marker, which is empty. A list whose items
// are grids or rows has no markers at all, so the list has its role as an attribute.
const base = `
*,::before,::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-padding-top:calc(var(--bar) + 1rem + var(--toasts,0px))}
body{margin:0;background:var(--ground);color:var(--text);font:400 1rem/1.6 system-ui,sans-serif;overflow-wrap:anywhere}
h1,h2,h3,h4{margin:0;font-family:var(--display);font-weight:700;line-height:1.15;letter-spacing:-.015em;text-wrap:balance}
h1{font-size:clamp(2.125rem,1.55rem + 2.5vw,3.625rem);line-height:1.06;letter-spacing:-.025em}
h2{font-size:clamp(1.625rem,1.37rem + 1.15vw,2.375rem)}
h3{font-size:1.1875rem;line-height:1.3}
p,ul,ol,dl,dd{margin:0}
ul,ol{padding:0;list-style-type:""}
p{text-wrap:pretty}
b,dd,td,small{font-variant-numeric:tabular-nums}
small,dt,:is(li,article) p{color:var(--muted)}
small b{color:var(--text)}
dt{font-size:.9375rem}
a{color:var(--accent);text-underline-offset:.2em;text-decoration-thickness:1px}
a:hover{color:var(--accent-strong)}
p>[href^="tel:"]{display:inline-block}
button,input,select,textarea{font:inherit;color:inherit}
[type=checkbox]{flex:none;width:1.25rem;height:1.25rem;margin:0;accent-color:var(--accent);cursor:pointer}
[type=number]{appearance:textfield}
::-webkit-inner-spin-button{display:none}
::placeholder{color:var(--muted);opacity:1}
button{cursor:pointer;overflow-wrap:break-word}
:disabled{opacity:.55;cursor:not-allowed}
main{min-height:60vh}
svg{display:block;max-width:100%}
:focus-visible{outline:3px solid var(--accent-2);outline-offset:3px;border-radius:4px}
[tabindex="-1"]:focus{outline:0}
[hidden],dialog:not([open]){display:none!important}
@media (scripting:none){.needs-scripts{display:none!important}}
html:has(:modal){overflow:hidden}
@media (prefers-reduced-motion:no-preference){a,button{transition:color .15s,background-color .15s,border-color .15s}}
@media (prefers-reduced-motion:reduce){*,::before,::after{animation:none!important;transition-duration:0s!important;scroll-behavior:auto!important}}
@media (forced-colors:active){:root:root{--ground:Canvas;--surface:Canvas;--surface-2:Canvas;--text:CanvasText;--muted:CanvasText;--accent:CanvasText;--accent-2:CanvasText}}
`;

/** CSS that belongs to no component. */
export const globalStyles: string = faces + tokens + base;
