import { lazyWithPreload } from '../ui/lazyWithPreload.ts';

/** What a hosting page needs once something is chosen: plan finder and comparison. */
export const choosingPart = lazyWithPreload(async () => {
  const [{ AddressKeeper }, { Comparison }, { FoundPlans }, { followForm }] = await Promise.all([
    import(/* webpackChunkName: "choosing" */ './AddressKeeper.tsx'),
    import(/* webpackChunkName: "choosing" */ './Comparison.tsx'),
    import(/* webpackChunkName: "choosing" */ './FoundPlans.tsx'),
    import(/* webpackChunkName: "choosing" */ './followForm.ts'),
  ]);
  return { AddressKeeper, Comparison, FoundPlans, followForm };
});
