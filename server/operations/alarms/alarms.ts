import type { Logger } from 'pino';
import { deadlines } from '../../lib/deadlines.ts';
import { inTime } from '../../lib/inTime.ts';

/** A message to the operator: what is wrong and what to do, without personal data. `info`: an alarm is over. */
export type AlarmMessage = { readonly level: 'info' | 'warn' | 'error'; readonly message: string };

/** `fields`: further fields of the log line. */
export type Alarm = AlarmMessage & { readonly fields?: object };

/** A condition that causes an alarm while it holds. */
export type Condition = {
  /** The name in the log and the metrics. */
  readonly name: string;
  /** The level of the alarm. The default is `warn`. */
  readonly level?: 'error';
  /**
   * Checks the condition. While it holds, resolves with the alarm's sentence, or with a whole `Alarm`. If `look` rejects or hangs, the
   * last result stays valid.
   */
  readonly look: (signal: AbortSignal) => Promise<string | Alarm | undefined>;
  /** The message at the end of the alarm. Undefined: there is none. */
  readonly over?: string;
  /** Milliseconds after which an alarm that lasts is reported again. The default is an hour. */
  readonly repeatAfter?: number;
};

/** The alarms that were reported and are not over, by the names of their conditions. */
export type ActiveAlarms = ReadonlyMap<string, Alarm>;

type AlarmsOptions = {
  /** The store is checked first. While it has an alarm, checks of other conditions that fail are not reported. */
  readonly conditions: readonly [store: Condition, ...others: Condition[]];
  /** The active alarms of the previous process. */
  readonly before: ActiveAlarms;
  readonly log: Logger;
  /** Called with each message, which is also logged. */
  readonly onMessage?: ((message: AlarmMessage) => void) | undefined;
  /** Called when an alarm has begun or is over. */
  readonly onChange: (active: ActiveAlarms) => void;
};

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Reports when an alarm begins, again while it lasts (each `repeatAfter`), and when it is over. */
function createJudge({ conditions, before, onChange }: AlarmsOptions, tell: (name: string, alarm: Alarm) => void) {
  const names = new Set(conditions.map(({ name }) => name));
  const active = new Map([...before].filter(([name]) => names.has(name)));
  const toldAt = new Map<string, number>();
  const judge = ({ name, over, repeatAfter = hour }: Condition, alarm: Alarm | undefined): void => {
    const wasActive = active.has(name);
    if (alarm) {
      active.set(name, alarm);
      if (performance.now() - (toldAt.get(name) ?? Number.NEGATIVE_INFINITY) >= repeatAfter) {
        toldAt.set(name, performance.now());
        tell(name, alarm);
      }
    } else if (wasActive) {
      active.delete(name);
      toldAt.delete(name);
      if (over) tell(name, { level: 'info', message: over });
    }
    if (wasActive !== active.has(name)) onChange(active);
  };
  return { active, judge };
}

export type Alarms = ReturnType<typeof startAlarms>;

/** Checks all conditions now and each minute, and reports alarms. */
export function startAlarms(options: AlarmsOptions) {
  const { conditions, log, onMessage } = options;
  const [store, ...others] = conditions;
  const stopping = new AbortController();
  const underWay = new Set<string>();
  const failing = new Set<string>();
  const dueSoon = new Set<string>();

  const tell = (name: string, { level, message, fields }: Alarm): void => {
    log[level]({ alarm: name, ...fields }, message);
    onMessage?.({ level, message });
  };
  const { active, judge } = createJudge(options, tell);

  const look = async (condition: Condition): Promise<void> => {
    const { name, level = 'warn' } = condition;
    // A check that hangs is not started a second time.
    if (underWay.has(name) || stopping.signal.aborted) return;
    underWay.add(name);
    const looking = condition.look(stopping.signal).finally(() => underWay.delete(name));
    try {
      const found = await inTime(deadlines.alarms.check, looking);
      failing.delete(name);
      if (!stopping.signal.aborted) judge(condition, typeof found === 'string' ? { level, message: found } : found);
    } catch (error) {
      if (failing.has(name) || active.has(store.name) || stopping.signal.aborted) return;
      failing.add(name);
      log.warn({ alarm: name, reason: String(error) }, 'alarm not checked');
    }
  };
  const lookAtAll = async (): Promise<void> => {
    await look(store);
    await Promise.all(others.map(look));
  };
  const lookedOnce = lookAtAll();
  const timer = setInterval(lookAtAll, minute).unref();

  return {
    /** Resolves when each condition has been checked once. */
    lookedOnce,
    /** Checks these conditions a second from now. All calls within that second cause one check. */
    lookSoon: (...names: readonly string[]): void => {
      for (const condition of conditions.filter(({ name }) => names.includes(name) && !dueSoon.has(name))) {
        dueSoon.add(condition.name);
        setTimeout(() => {
          dueSoon.delete(condition.name);
          void look(condition);
        }, second).unref();
      }
    },
    tell,
    names: conditions.map(({ name }) => name),
    active: active as ActiveAlarms,
    stop: (): void => {
      stopping.abort();
      clearInterval(timer);
    },
  };
}
