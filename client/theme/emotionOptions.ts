/**
 * How both sides write styles. Without Emotion's vendor prefixes: no browser that the scripts are built for needs them,
 * and they would be a third of every page's styles.
 */
export const emotionOptions = { key: 'css', stylisPlugins: [] };

/** The id of the style element with the rules that the server sends. */
export const stylesId = 'styles';
