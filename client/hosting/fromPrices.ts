declare const FROM_PRICES: Readonly<Record<string, string>>;

/**
 * The lowest monthly price of each family that shows prices, by the family's id. webpack's DefinePlugin inserts them,
 * because the families themselves would be 3 KB of script.
 */
export const fromPrices: Readonly<Record<string, string>> = FROM_PRICES;
