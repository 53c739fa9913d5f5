/** Reads pages of `size` rows. `read` gets the last row of the page before, or undefined at first. Yields no empty page. */
export async function* inPages<Row>(
  size: number,
  read: (after: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let page: readonly Row[];
  let after: Row | undefined;
  do {
    page = await read(after);
    if (page.length > 0) yield page;
    after = page.at(-1);
  } while (page.length === size);
}
