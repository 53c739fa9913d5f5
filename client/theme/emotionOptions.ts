/** Emotion's options on both sides. No vendor prefixes: no browser that the scripts are built for needs them. */
export const emotionOptions = { key: 'css', stylisPlugins: [] };
