/** The key code of a key that an input method handles. For the Enter that ends a composition, Safari sends only this code. */
const handledByInputMethod = 229;

/** Whether a key belongs to a composition, for example of Chinese or Japanese text. */
export function isComposing({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === handledByInputMethod;
}
