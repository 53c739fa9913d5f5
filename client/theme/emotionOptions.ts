/**
 * Emotion's options on both sides. No vendor prefixes: no browser that the scripts are built for needs them. The key is
 * not `css`, because Emotion moves the style elements of that key when the browser makes the cache, and the whole page is
 * then laid out again: 57 ms on a phone six times slower than a desktop.
 */
export const emotionOptions = { key: 'site', stylisPlugins: [] };
