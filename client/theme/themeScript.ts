import { themeName } from './themeSlice.ts';

/**
 * Sets the theme before the first paint. It stands inline in the head, by its hash in the page's policy; `themeSlice`
 * keeps the same rule once the page is live. Nothing stored means dark.
 */
export const themeScript = `try{var t=localStorage.${themeName};if(t==='system')t=matchMedia('(prefers-color-scheme: light)').matches?'light':'dark';if(t==='light')document.documentElement.dataset.theme=t}catch(e){}`;
