import type { Logger } from 'pino';
import { deadlines } from '../../lib/deadlines.ts';
import { inTime } from '../../lib/inTime.ts';

/** What the operator must know. `message`: what is wrong and what to do, without personal data. */
export type Alarm = {
  readonly level: 'warn' | 'error';
  readonly message: string;
  /** Further fields of the log line. */
  readonly fields?: object;
};

/** A condition that is an alarm while it holds. */
export type Condition = {
  /** In the log and the metrics. */
  readonly name: string;
  /** Resolves with the alarm while the condition holds. The last result stands if it rejects or hangs. */
  readonly look: (signal: AbortSignal) => Promise<Alarm | undefined>;
  /** The sentence for the end of the alarm; undefined: nothing is said. */
  readonly over?: string;
  /** Milliseconds after which a lasting alarm is told again; an hour unless given. */
  readonly repeatAfter?: number;
};

/** What the operator is told; `info`: an alarm is over. */
export type Notice = { readonly level: Alarm['level'] | 'info'; readonly message: string };

/** By the name of its condition, each alarm that was told and is not over. */
export type ActiveAlarms = ReadonlyMap<string, Alarm>;

type AlarmsOptions = {
  /** The first is looked at before the others: while the store is out of order, nobody needs to know what else cannot be seen. */
  readonly conditions: readonly [store: Condition, ...others: Condition[]];
  /** What the process before this one has told. */
  readonly before: ActiveAlarms;
  readonly log: Logger;
  /** Called with each notice, besides the log. */
  readonly onNotice?: (notice: Notice) => void;
  /** Called when an alarm has begun or is over. */
  readonly onChange?: (active: ActiveAlarms) => void;
};

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

type Told = Notice & Pick<Alarm, 'fields'>;

/** Tells when an alarm begins, each hour while it lasts, and when it is over. */
function createJudge({ conditions, before, onChange }: AlarmsOptions, tell: (name: string, told: Told) => void) {
  const names = new Set(conditions.map(({ name }) => name));
  const active = new Map([...before].filter(([name]) => names.has(name)));
  const toldAt = new Map<string, number>();
  return {
    active,
    judge: ({ name, over, repeatAfter = hour }: Condition, alarm: Alarm | undefined): void => {
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
      if (wasActive !== active.has(name)) onChange?.(active);
    },
  };
}

export type Alarms = ReturnType<typeof startAlarms>;

/** Looks at all conditions now and each minute, and tells what it finds. */
export function startAlarms(options: AlarmsOptions) {
  const { conditions, log, onNotice } = options;
  const [store, ...others] = conditions;
  const stopping = new AbortController();
  const underWay = new Set<string>();
  const failing = new Set<string>();
  const soon = new Set<string>();
  let soonTimer: NodeJS.Timeout | undefined;

  const tell = (name: string, { level, message, fields }: Told): void => {
    log[level]({ alarm: name, ...fields }, message);
    onNotice?.({ level, message });
  };
  const { active, judge } = createJudge(options, tell);

  const look = async (condition: Condition): Promise<void> => {
    const { name } = condition;
    // A look that hangs is not begun again.
    if (underWay.has(name) || stopping.signal.aborted) return;
    underWay.add(name);
    const looking = condition.look(stopping.signal).finally(() => underWay.delete(name));
    try {
      const alarm = await inTime(deadlines.alarms.check, looking);
      failing.delete(name);
      if (!stopping.signal.aborted) judge(condition, alarm);
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
      for (const name of names) soon.add(name);
      soonTimer ??= setTimeout(() => {
        soonTimer = undefined;
        const due = conditions.filter(({ name }) => soon.has(name));
        soon.clear();
        for (const condition of due) void look(condition);
      }, second).unref();
    },
    tell,
    /** The names of all conditions. */
    names: conditions.map(({ name }) => name),
    active: active as ActiveAlarms,
    stop: (): void => {
      stopping.abort();
      clearInterval(timer);
      clearTimeout(soonTimer);
    },
  };
}
