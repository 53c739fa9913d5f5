import { lazyWithPreload } from '../ui/lazyWithPreload.ts';

/** What validates and posts the forms. It loads when a visitor begins with a form, because the rules are large. */
export const formSubmission = lazyWithPreload(() => import(/* webpackChunkName: "submission" */ './submit.ts'));

/** The proof of work for a form without a visible captcha. In the same chunk: if one has loaded, so has the other. */
export const silentProof = lazyWithPreload(
  () => import(/* webpackChunkName: "submission" */ '../captcha/silentProof.ts'),
);
