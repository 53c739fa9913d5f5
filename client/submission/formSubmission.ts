import { lazyWithPreload } from '../ui/lazyWithPreload.ts';

/** Validates and posts the forms. The rules are large, so they load when a visitor begins with a form. */
export const formSubmission = lazyWithPreload(() => import(/* webpackChunkName: "submission" */ './submit.ts'));

/** The proof of work for a form without a visible captcha. It is in the same chunk, so both load together. */
export const silentProof = lazyWithPreload(
  () => import(/* webpackChunkName: "submission" */ '../captcha/silentProof.ts'),
);
