import { endpoints } from '../../shared/paths.ts';
import { positionPrefix } from '../navigation/scrollPositions.ts';
import { draftKeyPrefix } from '../submission/drafts.ts';
import { headingFace } from '../theme/headingFace.ts';
import { themeName } from '../theme/themeSlice.ts';

/** Fired on `window` once React has taken the page over. */
export const takenOver = 'takenover';

/** The name of the mark on the page's timeline that a form was sent before React came. */
export const formSent = 'form sent';

/** How long the scripts wait for a first picture, in milliseconds: a tab in the background has none. */
const patience = 1000;
/** Milliseconds until a script that could not be had is asked for again. */
export const nextTry = 5000;
/** Milliseconds after which a form that was sent has been answered, or its connection cut (server/connections.ts). */
export const answeredWithin = 15_000;

// Back and forward in a document that was reloaded find the position that was left, as they will once React is there;
// another page than the one in this document is the server's to show.
const followHistory = `let{pathname:p}=location;addEventListener("popstate",()=>{let y=sessionStorage["${positionPrefix}"+history.state?.key];p!=location.pathname?location.reload():y&&scrollTo(0,y)},{signal});`;

/**
 * What stands inline at the end of every page, by its hash in the page's policy.
 *
 * - The page's scripts, its heading face and its manifest, which browsers fetch as soon as they know of it, start after
 *   the first picture: before it, they would share a slow line and a slow processor with what there is to see. Where the
 *   browser has painted half a page, the frame after this script shows the rest, and the one after that has seen it shown.
 *   https://developer.mozilla.org/docs/Web/API/PerformancePaintTiming
 * - Until React has taken over, a form that is sent stops what is still loading, so that the answer has the line for
 *   itself, and nobody sends the same again by script meanwhile. And a press on a button that does nothing without
 *   scripts (the theme's) is kept, and done then.
 * - What is typed is kept as a draft, and the theme that is chosen in the footer as the choice.
 * - A menu that opens or closes says so to screen readers (`aria-expanded`).
 * - A script that has been stopped, or that a bad line has kept away, is asked for again: after a while, and at once
 *   when the visitor comes back to the page as it was left. What was typed stays meanwhile.
 *
 * `scripts`: addresses, in any order.
 */
export function startScript(scripts: readonly string[]): string {
  const { family, source, weights } = headingFace;
  const face = `new FontFace(${JSON.stringify(family)},${JSON.stringify(source)},{weight:${JSON.stringify(weights)}})`;
  return `{let b,d,w=${nextTry},q=[],a=new AbortController,{signal}=a,n=(t,p)=>document.head.append(Object.assign(document.createElement(t),p)),s=src=>n("script",{src,onerror:e=>{e.target.remove();q.push(src);setTimeout(r,w)}}),r=()=>q.splice(0).forEach(s),l=()=>{if(!d){d=1;${JSON.stringify(scripts)}.forEach(s);n("link",{rel:"manifest",href:"${endpoints.manifest}"});${face}.load().then(f=>document.fonts.add(f),()=>{})}};requestAnimationFrame(()=>requestAnimationFrame(()=>new PerformanceObserver(l).observe({type:"paint",buffered:!0})));setTimeout(l,${patience});addEventListener("submit",e=>{if(e.target.method!="dialog"){w=${answeredWithin};performance.mark("${formSent}");stop()}},{signal});for(let t of["input","change"])addEventListener(t,e=>{let{dataset:{draft:k},name:n,value:v}=e.target;try{k?sessionStorage["${draftKeyPrefix}"+k]=v:n=="${themeName}"&&(localStorage.${themeName}=v)}catch{}},{signal});addEventListener("toggle",e=>document.querySelector(\`[popovertarget="\${e.target.id}"]\`)?.setAttribute("aria-expanded",e.newState=="open"),{signal,capture:!0});${followHistory}addEventListener("pageshow",e=>{if(e.persisted){performance.clearMarks("${formSent}");r()}},{signal});addEventListener("click",e=>{b=e.target.closest("button[type=button]:not([popovertarget])")||b},{signal});addEventListener("${takenOver}",()=>{a.abort();b&&setTimeout(()=>(b.isConnected?b:document.querySelector(\`[aria-label="\${b.ariaLabel}"]\`))?.click())},{signal})}`;
}
