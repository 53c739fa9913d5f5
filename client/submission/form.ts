/** In milliseconds. On a line that is stuck the server checks instead. */
const rulesWithin = 4_000;

function rules() {
  return import(/* webpackChunkName: "submission-rules" */ '../../shared/submissionSchemas.ts');
}

/** Fetches the rules before they are wanted; a failure then is the sending's to deal with. */
export function preloadRules(): void {
  rules().catch(() => {});
}

/** The rules, or undefined where they cannot be had in time. */
export function loadRules(): Promise<Awaited<ReturnType<typeof rules>> | undefined> {
  return Promise.race([
    rules().catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(resolve, rulesWithin, undefined)),
  ]);
}

/** What a visitor types into a form, by field. */
export type Texts = { readonly [field: string]: string };

/** The texts in the fields that keep drafts: a captcha's own, or the plan's, are nobody's to type. */
export function typedIn(form: HTMLFormElement): Texts {
  return Object.fromEntries(
    [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[data-draft]')].map(({ name, value }) => [
      name,
      value,
    ]),
  );
}
