/**
 * Emotion's cache options on the server and in the browser. No vendor prefixes: no supported browser needs them. The
 * key is not `css`: when Emotion creates a cache, it moves style elements with that key, and the browser then lays out
 * the whole page again (57 ms on a phone six times slower than a desktop).
 */
export const emotionOptions = { key: 'site', stylisPlugins: [] };
