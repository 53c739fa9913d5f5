import { Option } from 'commander';
import { deliveryStates } from '../submissions/store.ts';

export function stateOption(): Option {
  return new Option('--state <state>', 'only those in this state').choices(deliveryStates);
}
