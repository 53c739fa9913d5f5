declare const FROM_PRICES: Readonly<Record<string, string>>;

/** The lowest monthly prices, by family. DefinePlugin inserts them: importing the families would add 12 KB of script. */
export const fromPrices = FROM_PRICES;

export function FromPrice({ id }: { readonly id: string }) {
  const price = fromPrices[id];
  return price ? (
    <small>
      from <b>{price}</b>
    </small>
  ) : null;
}
