/** In milliseconds. If the rules take longer, only the server validates. */
const rulesTimeout = 4_000;

function rules() {
  return import(/* webpackChunkName: "submission-rules" */ '../../shared/submissionSchemas.ts');
}

/** Preloads the validation rules. Ignores failures: `loadRules` tries again. */
export function preloadRules(): void {
  rules().catch(() => {});
}

/** The validation rules; undefined if they fail to load in time. */
export function loadRules(): Promise<Awaited<ReturnType<typeof rules>> | undefined> {
  return Promise.race([
    rules().catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(resolve, rulesTimeout, undefined)),
  ]);
}

/** The typed texts of a form, by field. */
export type Texts = { readonly [field: string]: string };

/** The texts of the fields with drafts. Other fields, such as a captcha's, are not typed by the visitor. */
export function typedIn(form: HTMLFormElement): Texts {
  return Object.fromEntries(
    [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[data-draft]')].map(({ name, value }) => [
      name,
      value,
    ]),
  );
}
