declare const FROM_PRICES: Readonly<Record<string, string>>;

/**
 * The lowest monthly price of each family that shows prices, by the family's id. webpack's DefinePlugin inserts the prices,
 * because importing the families would add 12 KB of script.
 */
export const fromPrices = FROM_PRICES;

/** The text with a family's lowest price. Empty if the family shows no prices. */
export function FromPrice({ id }: { readonly id: string }) {
  const price = fromPrices[id];
  return price ? (
    <small>
      from <b>{price}</b>
    </small>
  ) : null;
}
