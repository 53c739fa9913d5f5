/**
 * What makes a terminal do something, or text look like other text: control characters, Unicode's line ends, and what
 * turns the direction of text (https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters). Not tabs, LF
 * and CRLF.
 */
export const unsafeCharacters = /(?!\t|\r?\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** Text with each of them shown, such as `\u202e`. JSON keeps its value: they can only be inside its strings. */
export function escapeCharacters(text: string): string {
  return text.replace(unsafeCharacters, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
