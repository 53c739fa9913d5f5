/** The key code of a key that an input method handles. Safari sends it, without `isComposing`, with the Enter that ends. */
const handledByInputMethod = 229;

/** Whether a key belongs to a composition, as of Chinese or Japanese text. */
export function isComposing({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === handledByInputMethod;
}
