import { commandLine } from '../../config/commandLine.ts';
import type { Store } from '../../outbox/store.ts';
import { retentionState } from '../../retention/retention.ts';
import type { Check } from './alarms.ts';

/** The alarm about old submissions that the server does not erase by itself. */
export function retentionCheck(store: Pick<Store, 'now' | 'oldDeliveries'>, retentionMilliseconds: number): Check {
  return {
    name: 'retention',
    look: async () => {
      const state = await retentionState(store, retentionMilliseconds).catch(() => 'unknown' as const);
      if (state === 'unknown') return state;
      if (state !== 'doubtful') return undefined;
      return {
        level: 'warn',
        message: `Old submissions are not erased, because the clock may be ahead: all are old, or a month without one follows them; see that "timedatectl" tells the right time, then "${commandLine} purge" erases them`,
      };
    },
    over: 'No old submission waits to be erased any more',
  };
}
