/** The first value of a header, unfolded; undefined: it is missing. `name`: in lower case. https://www.rfc-editor.org/rfc/rfc5322#section-2.2 */
export function headerOf(headers: string, name: string): string | undefined {
  const lines = headers.replace(/\r?\n(?=[ \t])/g, '').split(/\r?\n/);
  const line = lines.find((each) => each.slice(0, name.length + 1).toLowerCase() === `${name}:`);
  return line?.slice(name.length + 1).trim();
}
