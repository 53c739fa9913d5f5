import { AddressKeeper } from './AddressKeeper.tsx';
import { Comparison } from './Comparison.tsx';
import { FoundPlans } from './FoundPlans.tsx';
import { followForm } from './followForm.ts';

/** The plan finder's and the comparison's code, as one part. */
export const choosing = { AddressKeeper, Comparison, FoundPlans, followForm } as const;
