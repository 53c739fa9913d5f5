import { readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { deadlines } from '../../lib/deadlines.ts';
import { hour, minute, second } from '../../lib/times.ts';
import { withTimeout } from '../../lib/withTimeout.ts';

/** A message to the operator, without personal data. */
export type Alarm = {
  /** `info`: an alarm is over. */
  readonly level: 'info' | 'warn' | 'error';
  /** What is wrong, and what to do. */
  readonly message: string;
  /** Fields of the log line, besides the message and the alarm's name. */
  readonly fields?: object;
};

/** A possible fault, which is looked for each minute. While the fault is present, the condition holds and its alarm is active. */
export type Condition = {
  /** The name of the alarm in the log and the metrics. */
  readonly name: string;
  /** The default is `warn`. */
  readonly level?: 'error';
  /**
   * Resolves with the alarm's message or a whole `Alarm` if the condition holds, and otherwise with undefined. If `look` rejects or
   * hangs, the result of the previous check stays valid. `isActive`: whether the alarm is active now.
   */
  readonly check: (isActive: boolean) => Promise<string | Alarm | undefined>;
  /** Whether the alarm is about this machine or process. Other processes that share the store do not see its cause. */
  readonly isLocal?: boolean;
  /** The message when the alarm is over. Undefined: the operator gets no message. */
  readonly over?: string;
  /** Milliseconds after which an alarm that lasts is reported again. The default is an hour. */
  readonly repeatAfter?: number;
};

type AlarmsOptions = {
  /** The store is checked first. While its alarm is active, other checks that throw are not logged: the store may be the cause. */
  readonly conditions: readonly [store: Condition, ...others: Condition[]];
  /** The file that keeps the alarms that this process has told, so that the next process can report which of them are over. */
  readonly file: string;
  readonly log: Logger;
  /** Asks for a role, which one of the processes that share the store has and tells alarms by. Undefined: this process is alone. */
  readonly hasRole?: ((role: string) => Promise<boolean>) | undefined;
  /** Called with each message that this process tells. */
  readonly onMessage?: ((message: Alarm) => void) | undefined;
};

/** Reads the active alarms of the previous process by their names, but only those with one of `names`. */
function readActive(file: string, names: readonly string[]): Map<string, Alarm> {
  try {
    const alarms = JSON.parse(readFileSync(file, 'utf8')) as [string, Alarm][];
    const active = new Map(alarms.filter(([name]) => names.includes(name)));
    // An earlier release has written messages.
    writeActive(file, active);
    return active;
  } catch {
    // There is no file, or the file is cut off because the disk was full.
    return new Map();
  }
}

/** Writes names and levels alone: a message may name submissions, and what is erased may be in no file. */
function writeActive(file: string, active: ReadonlyMap<string, Alarm>): void {
  try {
    writeFileSync(file, JSON.stringify(Array.from(active, ([name, { level }]) => [name, { level }])));
  } catch {
    // Ignored, because the usual cause is a full disk, which has its own alarm.
  }
}

export type Alarms = ReturnType<typeof startAlarms>;

/** Checks all conditions now and each minute. Reports an alarm when it begins, after each `repeatAfter`, and when it is over. */
export function startAlarms({ conditions, file, log, hasRole, onMessage }: AlarmsOptions) {
  const [store, ...others] = conditions;
  const names = conditions.map(({ name }) => name);
  const active = readActive(file, names);
  /** When alarms are due again. An alarm that another process tells is missing here. Those of the file are due at once. */
  const dueAt = new Map([...active.keys()].map((name) => [name, 0]));
  const failing = new Set<string>();
  let isStopped = false;
  let checking = Promise.resolve();
  let isDueSoon = false;
  let isNotifier: Promise<boolean> | undefined;

  const notify = (name: string, alarm: Alarm): void => {
    log[alarm.level]({ alarm: name, ...alarm.fields }, alarm.message);
    onMessage?.(alarm);
  };
  const update = async (condition: Condition, found: Alarm | undefined): Promise<void> => {
    const { name, over, isLocal, repeatAfter = hour } = condition;
    const by = isLocal && hasRole ? `${hostname()}: ` : '';
    const wasTold = dueAt.has(name);
    if (found) {
      const alarm = { ...found, message: by + found.message };
      active.set(name, alarm);
      // Asked in each round, because the process that asks keeps the role.
      if ((await (isLocal ? hasRole?.(by + name) : isNotifier)) === false) dueAt.delete(name);
      else if (performance.now() >= (dueAt.get(name) ?? 0) && !isStopped) {
        dueAt.set(name, performance.now() + repeatAfter);
        notify(name, alarm);
      }
    } else if (active.delete(name) && dueAt.delete(name) && over) notify(name, { level: 'info', message: by + over });
    if (wasTold !== dueAt.has(name)) writeActive(file, new Map([...active].filter(([each]) => dueAt.has(each))));
  };
  const checkOne = async (condition: Condition): Promise<void> => {
    const { name, level = 'warn' } = condition;
    try {
      const found = await withTimeout(deadlines.alarms.check, condition.check(active.has(name)));
      failing.delete(name);
      if (!isStopped) await update(condition, typeof found === 'string' ? { level, message: found } : found);
    } catch (error) {
      if (failing.has(name) || active.has(store.name) || isStopped) return;
      failing.add(name);
      log.warn({ alarm: name, reason: String(error) }, 'an alarm could not be checked');
    }
  };
  const checkAll = (): Promise<void> => {
    // Each round of checks waits for the end of the round before.
    checking = checking.then(async () => {
      isDueSoon = false;
      isNotifier = hasRole?.('alarms');
      await checkOne(store);
      await Promise.all(others.map(checkOne));
    });
    return checking;
  };
  const timer = setInterval(checkAll, minute).unref();

  return {
    /** Resolves when each condition has been checked once. */
    checkedOnce: checkAll(),
    /** Checks all conditions a second from now. All calls within that second cause one check. */
    checkSoon: (): void => {
      if (!isDueSoon) setTimeout(checkAll, second).unref();
      isDueSoon = true;
    },
    /** Reports an alarm for which there is no condition, such as the alarm about a flood. */
    notify,
    names,
    active,
    stop: (): void => {
      isStopped = true;
      clearInterval(timer);
    },
  };
}
