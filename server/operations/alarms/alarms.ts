import type { Logger } from 'pino';
import { deadlines } from '../../lib/deadlines.ts';
import { inTime } from '../../lib/inTime.ts';

/** What the operator is told: what is wrong and what to do, without personal data. `info`: an alarm is over. */
export type AlarmMessage = { readonly level: 'info' | 'warn' | 'error'; readonly message: string };

/** `fields`: further fields of the log line. */
export type Alarm = AlarmMessage & { readonly fields?: object };

/** A condition that is an alarm while it holds. */
export type Condition = {
  /** In the log and the metrics. */
  readonly name: string;
  /** Of its alarm; `warn` unless given. */
  readonly level?: 'error';
  /**
   * Resolves with the alarm's sentence while the condition holds, or with an alarm of another level or with fields. The last result
   * stands if it rejects or hangs.
   */
  readonly look: (signal: AbortSignal) => Promise<string | Alarm | undefined>;
  /** The sentence for the end of the alarm; undefined: nothing is said. */
  readonly over?: string;
  /** Milliseconds after which a lasting alarm is told again; an hour unless given. */
  readonly repeatAfter?: number;
};

/** By the name of its condition, each alarm that was told and is not over. */
export type ActiveAlarms = ReadonlyMap<string, Alarm>;

type AlarmsOptions = {
  /** The first is looked at before the others: while the store is out of order, nobody needs to know what else cannot be seen. */
  readonly conditions: readonly [store: Condition, ...others: Condition[]];
  /** What the process before this one has told. */
  readonly before: ActiveAlarms;
  readonly log: Logger;
  /** Called with each message, besides the log. */
  readonly onMessage?: ((message: AlarmMessage) => void) | undefined;
  /** Called when an alarm has begun or is over. */
  readonly onChange: (active: ActiveAlarms) => void;
};

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Tells when an alarm begins, each hour while it lasts, and when it is over. */
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

/** Looks at all conditions now and each minute, and tells what it finds. */
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
    // A look that hangs is not begun again.
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
    /** Resolves when each condition was looked at once. */
    lookedOnce,
    /** Looks at these conditions a second from now, once for all calls in this second. */
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
