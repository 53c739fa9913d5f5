/** Fired on `window` once React has taken the page over. */
export const takenOver = 'takenover';

/**
 * What stands inline at the end of every page, by its hash in the page's policy.
 *
 * - The page's scripts start after its first frame: before it, they would share a slow line and a slow processor with
 *   what there is to see. In a tab in the background there is no frame to wait for.
 * - Until React has taken over, a form that is sent stops what is still loading, so that the answer has the line for
 *   itself; should the visitor come back to this page as it was left, its scripts start again. And a press on a button
 *   that only works with scripts (the theme's) is kept, and done then.
 *
 * `scripts`: addresses, in any order.
 */
export const startScript = (scripts: readonly string[]): string =>
  `{let b,a=new AbortController,{signal}=a,l=()=>(document.hidden?f=>f():requestAnimationFrame)(()=>setTimeout(()=>{for(let s of ${JSON.stringify(scripts)})document.head.append(Object.assign(document.createElement("script"),{src:s}))}));addEventListener("submit",()=>stop(),{signal});addEventListener("click",e=>{b=e.target.closest("button[type=button]:not([popovertarget])")||b},{signal});addEventListener("pageshow",e=>e.persisted&&l(),{signal});addEventListener("${takenOver}",()=>{a.abort();b&&b.click()},{signal});l()}`;
