/** The schemas come when a form is reached for. */
export const loadRules = () => import(/* webpackChunkName: "submission-rules" */ '../../shared/submission.ts');

/** The texts in a form, by field; the plan is not the visitor's to type. */
export const typedIn = (form: HTMLFormElement): { [field: string]: string } =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === 'string' && name !== 'plan' ? [[name, value]] : [],
    ),
  );

/** The same as the rules would have them. */
export const trimmed = (texts: { readonly [field: string]: string }): { [field: string]: string } =>
  Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, text.trim()]));
