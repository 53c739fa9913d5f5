import { clockTolerance, type Store } from '../../outbox/store.ts';
import type { Check } from './alarms.ts';

const minute = 60 * 1000;

/** The alarm about submissions from the future. */
export function clockCheck(store: Pick<Store, 'status'>): Check {
  return {
    name: 'clock',
    look: async () => {
      const status = await store.status().catch(() => undefined);
      if (!status) return 'unknown';
      const ahead = -(status.newestAge ?? 0);
      if (ahead <= clockTolerance) return undefined;
      return {
        level: 'warn',
        message: `The newest submission was received ${Math.floor(ahead / minute)} minutes from now: the clock was ahead then, or is behind now; see that "timedatectl" tells the right time`,
        fields: { aheadSeconds: Math.floor(ahead / 1000) },
      };
    },
    over: 'No submission is from the future any more',
  };
}
