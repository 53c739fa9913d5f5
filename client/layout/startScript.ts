/** Fired on `window` once React has taken the page over. */
export const takenOver = 'takenover';

/** Set on the document once there has been a first picture: the heading face may come (client/theme/globalStyles.ts). */
export const drawn = 'drawn';

/** How long the scripts wait for a first picture, in milliseconds: a tab in the background has none. */
const patience = 1000;

/**
 * What stands inline at the end of every page, by its hash in the page's policy.
 *
 * - The page's scripts and its heading face start after the first picture: before it, they would share a slow line and
 *   a slow processor with what there is to see. https://developer.mozilla.org/docs/Web/API/PerformancePaintTiming
 * - Until React has taken over, a form that is sent stops what is still loading, so that the answer has the line for
 *   itself; a visitor who comes back to the page as it was left gets it anew. And a press on a button that does nothing
 *   without scripts (the theme's) is kept, and done then.
 *
 * `scripts`: addresses, in any order.
 */
export const startScript = (scripts: readonly string[]): string =>
  `{let b,d,a=new AbortController,{signal}=a,l=()=>{if(!d){d=document.documentElement.dataset.${drawn}="1";for(let u of ${JSON.stringify(scripts)})document.head.append(Object.assign(document.createElement("script"),{src:u}))}};new PerformanceObserver(l).observe({type:"paint",buffered:!0});setTimeout(l,${patience});addEventListener("submit",e=>e.target.method!="dialog"&&stop(),{signal});addEventListener("click",e=>{b=e.target.closest("button[type=button]:not([popovertarget])")||b},{signal});addEventListener("pageshow",e=>e.persisted&&location.reload(),{signal});addEventListener("${takenOver}",()=>{a.abort();b&&setTimeout(()=>b.click())},{signal})}`;
