/** The schemas come when a form is reached for. */
export const loadRules = () => import(/* webpackChunkName: "submission-rules" */ '../../shared/submission.ts');

/** The texts in a form, by field; `except` names those that are no field of the visitor's. */
export const typedIn = (form: HTMLFormElement, except: readonly string[] = []): { [field: string]: string } =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === 'string' && !except.includes(name) ? [[name, value]] : [],
    ),
  );
