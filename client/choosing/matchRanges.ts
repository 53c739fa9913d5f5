/** Makes each range of the plan finder agree with the number before it; of a changed range, the number follows. */
export function matchRanges(form: HTMLFormElement, changed?: EventTarget | null): void {
  for (const range of form.querySelectorAll<HTMLInputElement>('[type=range]')) {
    const number = range.previousElementSibling as HTMLInputElement;
    const { any = '' } = range.dataset;
    if (range === changed) number.value = range.value === any ? '' : range.value;
    else range.value = number.value || any;
  }
}
