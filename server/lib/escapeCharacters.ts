/**
 * Characters that control a terminal or disguise text: control characters except tab, LF and CRLF, Unicode's line ends,
 * and directional formatting (https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters).
 */
export const unsafeCharacters = /(?!\t|\r?\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** Escapes unsafe characters, such as `\u202e`. JSON keeps its meaning: these characters occur only inside strings. */
export function escapeCharacters(text: string): string {
  return text.replace(unsafeCharacters, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
