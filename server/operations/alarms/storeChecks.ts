import { commandLine } from '../../config/commandLine.ts';
import type { MailOutcome } from '../../mail/outcome.ts';
import { backlogAge, clockTolerance, type StoreStatus } from '../../outbox/statistics.ts';
import type { Store } from '../../outbox/store.ts';
import { retentionState } from '../retention.ts';
import type { Alarm, Check } from './alarms.ts';

const minute = 60 * 1000;

function counted(amount: number): string {
  return amount === 1 ? '1 submission' : `${amount} submissions`;
}

/** `look` on the status of a store; one that cannot be read is `storeCheck`'s. */
function onStatus(
  store: Pick<Store, 'statistics'>,
  look: (status: StoreStatus) => Alarm | undefined,
): () => Promise<Alarm | 'unknown' | undefined> {
  return () => store.statistics.status().then(look, () => 'unknown');
}

/** The alarm about failed deliveries. */
export function failedDeliveriesCheck(store: Pick<Store, 'statistics'>): Check {
  return {
    name: 'failed-deliveries',
    look: onStatus(store, ({ counts: { failed } }) => {
      if (failed === 0) return undefined;
      return {
        level: 'error',
        message: `The mail about ${counted(failed)} could not be delivered and is not tried again: see "${commandLine} list --state failed", mend the cause, then "${commandLine} retry --failed"`,
        fields: { failed },
      };
    }),
    over: 'There are no failed deliveries any more',
  };
}

/** The alarm about mail that waits too long. */
export function backlogCheck(store: Pick<Store, 'statistics'>): Check {
  return {
    name: 'backlog',
    look: onStatus(store, ({ counts, oldestPendingAge: age }) => {
      if (age <= backlogAge) return undefined;
      return {
        level: 'error',
        message: `Mail is held up: ${counted(counts.pending)} waiting, the oldest for ${Math.floor(age / minute)} minutes; "${commandLine} test-mail" says at which step the mail server fails`,
        fields: { pending: counts.pending, oldestSeconds: Math.floor(age / 1000) },
      };
    }),
    over: 'No mail is held up any more',
  };
}

/** The alarm about a configuration that the mail server refuses, until a mail is delivered. */
export function mailConfigurationCheck(smtpUrl: string | undefined): {
  readonly check: Check;
  readonly note: (outcome: MailOutcome) => void;
} {
  let advice: string | undefined;
  const unknownCause = smtpUrl
    ? `Check SMTP_URL, MAIL_FROM and MAIL_TO with "${commandLine} test-mail".`
    : 'See that DATA_DIR/mail can be written.';
  return {
    note: (mail) => {
      if (mail.outcome === 'sent') advice = undefined;
      if (mail.outcome === 'misconfigured') advice = mail.advice ?? unknownCause;
    },
    check: {
      name: 'mail-configuration',
      look: async () =>
        advice === undefined
          ? undefined
          : {
              level: 'error',
              message: `No mail leaves, because its configuration is at fault; submissions are kept and sent once it is right. ${advice}`,
            },
      over: 'Mail is delivered again: its configuration is right',
    },
  };
}

/** The alarm about a store that cannot be written. `isElsewhere`: it is the database of DATABASE_URL. */
export function storeCheck(
  store: Pick<Store, 'maintenance'>,
  isElsewhere = false,
): { readonly check: Check; readonly noteFault: () => void } {
  // A submission may be too large for a disk that still has room for the probe.
  let faultAt = Number.NEGATIVE_INFINITY;
  return {
    noteFault: () => {
      faultAt = performance.now();
    },
    check: {
      name: 'store',
      look: async () => {
        const err = await store.maintenance.probe().then(
          () => undefined,
          (error: unknown) => error ?? new Error('unknown'),
        );
        if (err === undefined && performance.now() - faultAt >= minute) return undefined;
        return {
          level: 'error',
          message: isElsewhere
            ? 'The store cannot be written, so orders and messages are refused: see that the database of DATABASE_URL runs, can be reached from here and has space'
            : 'The store cannot be written, so orders and messages are refused: see that the disk of DATA_DIR has space, and that the folder is there and belongs to the user of this server',
          fields: err === undefined ? {} : { err },
        };
      },
      over: 'The store can be written again',
    },
  };
}

/**
 * The alarm about a database that this process has created. Told once: it is right on the first day, and on any other day the orders
 * are elsewhere.
 */
export function newDatabaseCheck(isNew: () => boolean): Check {
  return {
    name: 'new-database',
    look: async () =>
      isNew()
        ? {
            level: 'warn',
            message:
              'A new, empty database was created. On the first day that is right; on any other, the volume of DATA_DIR is not mounted, or DATABASE_URL names another database, and the orders in it are hidden: mend that, then restart',
          }
        : undefined,
    over: '',
    repeatAfter: Number.POSITIVE_INFINITY,
  };
}

/** The alarm about submissions from the future. */
export function clockCheck(store: Pick<Store, 'statistics'>): Check {
  return {
    name: 'clock',
    look: onStatus(store, ({ newestAge }) => {
      const ahead = -(newestAge ?? 0);
      if (ahead <= clockTolerance) return undefined;
      return {
        level: 'warn',
        message: `The newest submission was received ${Math.floor(ahead / minute)} minutes from now: the clock was ahead then, or is behind now; see that "timedatectl" tells the right time`,
        fields: { aheadSeconds: Math.floor(ahead / 1000) },
      };
    }),
    over: 'No submission is from the future any more',
  };
}

/** The alarm about old submissions that the server does not erase by itself. */
export function retentionCheck(store: Pick<Store, 'maintenance' | 'statistics'>, retentionMilliseconds: number): Check {
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
