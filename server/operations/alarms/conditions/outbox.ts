import { commandLine } from '../../../config/commandLine.ts';
import { backlogAge, clockTolerance } from '../../../outbox/statistics.ts';
import type { Store } from '../../../outbox/store.ts';
import { retentionState } from '../../retention.ts';
import type { Condition } from '../alarms.ts';

const minute = 60 * 1000;

function counted(amount: number): string {
  return amount === 1 ? '1 submission' : `${amount} submissions`;
}

export function failedDeliveries({ statistics }: Pick<Store, 'statistics'>): Condition {
  return {
    name: 'failed-deliveries',
    look: async () => {
      const { failed } = (await statistics.status()).counts;
      if (failed === 0) return undefined;
      return {
        level: 'error',
        message: `The mail about ${counted(failed)} could not be delivered and is not tried again: see "${commandLine} list --state failed", mend the cause, then "${commandLine} retry --failed"`,
      };
    },
    over: 'There are no failed deliveries any more',
  };
}

export function backlog({ statistics }: Pick<Store, 'statistics'>): Condition {
  return {
    name: 'backlog',
    look: async () => {
      const { counts, oldestPendingAge: age } = await statistics.status();
      if (age <= backlogAge) return undefined;
      return {
        level: 'error',
        message: `Mail is held up: ${counted(counts.pending)} waiting, the oldest for ${Math.floor(age / minute)} minutes; "${commandLine} test-mail" says at which step the mail server fails`,
      };
    },
    over: 'No mail is held up any more',
  };
}

export function clock({ statistics }: Pick<Store, 'statistics'>): Condition {
  return {
    name: 'clock',
    look: async () => {
      const ahead = -((await statistics.status()).newestAge ?? 0);
      if (ahead <= clockTolerance) return undefined;
      return {
        level: 'warn',
        message: `The newest submission was received ${Math.floor(ahead / minute)} minutes from now: the clock was ahead then, or is behind now; see that "timedatectl" tells the right time`,
      };
    },
    over: 'No submission is from the future any more',
  };
}

/** Old submissions that the server does not erase by itself. */
export function retention(store: Pick<Store, 'maintenance' | 'statistics'>, retentionMilliseconds: number): Condition {
  return {
    name: 'retention',
    look: async () => {
      if ((await retentionState(store, retentionMilliseconds)) !== 'doubtful') return undefined;
      return {
        level: 'warn',
        message: `Old submissions are not erased, because the clock may be ahead: all are old, or a month without one follows them; see that "timedatectl" tells the right time, then "${commandLine} purge" erases them`,
      };
    },
    over: 'No old submission waits to be erased any more',
  };
}
