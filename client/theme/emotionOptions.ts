/** Emotion's cache options on the server and in the browser. No vendor prefixes: no supported browser needs them. */
export const emotionOptions = { key: 'css', stylisPlugins: [] };
