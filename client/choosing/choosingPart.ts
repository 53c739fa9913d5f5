import { lazyWithPreload } from '../ui/lazyWithPreload.ts';

/** What a hosting page needs once something is chosen: plan finder and comparison. */
export const choosingPart = lazyWithPreload(async () => {
  const { choosing } = await import(/* webpackChunkName: "choosing" */ './choosing.ts');
  return choosing;
});
