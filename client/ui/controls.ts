// Written for a page's HTML, in which each byte counts. The thumb is there twice, because a browser drops a rule with a
// selector that it does not know. The tick and the chevron are two lines each.
const thumb =
  '{appearance:none;width:1.25rem;height:1.25rem;border:0;border-radius:50%;background:var(--thumb,var(--accent))}';
const line = '#0000 40%,var(--muted) 45% 55%,#0000 60%)';

/**
 * How check boxes, ranges, selects, numbers and placeholders look, wherever they are. Forced colours keep the system's
 * own. `:root select` is stronger than the background of a class.
 */
export const controls = `
::placeholder{color:var(--muted);opacity:1}
[type=number]{appearance:textfield}
::-webkit-inner-spin-button{display:none}
@media (forced-colors:none){
[type=checkbox]{appearance:none;flex:none;width:1.25rem;height:1.25rem;margin:0;border:1px solid var(--line-strong);border-radius:6px;background:var(--ground);cursor:pointer}
[type=checkbox]:enabled:hover{border-color:var(--accent)}
[type=checkbox]:checked{border-color:var(--accent);background:var(--accent)}
[type=checkbox]:checked::before{content:"";display:block;width:.375rem;height:.6875rem;margin:.0625rem auto;border:solid var(--on-accent);border-width:0 2px 2px 0;rotate:45deg}
[type=range]{appearance:none;height:1.25rem;margin:0;background:linear-gradient(var(--line),var(--line)) 50%/100% 4px no-repeat;cursor:pointer}
[type=range]:enabled:hover{--thumb:var(--accent-strong)}
::-moz-range-track{background:none}
::-webkit-slider-thumb${thumb}
::-moz-range-thumb${thumb}
:root select{appearance:none;padding-right:2.75rem;background:linear-gradient(45deg,${line} right 22px center/6px 6px no-repeat,linear-gradient(-45deg,${line} right 1rem center/6px 6px no-repeat var(--ground)}
}
`;
