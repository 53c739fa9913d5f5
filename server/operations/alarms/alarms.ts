import { readFileSync, writeFileSync } from 'node:fs';
import type { Logger } from 'pino';
import { deadlines } from '../../lib/deadlines.ts';
import { inTime } from '../../lib/inTime.ts';

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
  readonly look: (isActive: boolean) => Promise<string | Alarm | undefined>;
  /** The message when the alarm is over. Undefined: the operator gets no message. */
  readonly over?: string;
  /** Milliseconds after which an alarm that lasts is reported again. The default is an hour. */
  readonly repeatAfter?: number;
};

type AlarmsOptions = {
  /** The store is checked first. While its alarm is active, other checks that throw are not logged: the store may be the cause. */
  readonly conditions: readonly [store: Condition, ...others: Condition[]];
  /** The file that keeps the active alarms, so that the next process can report which of them are over. */
  readonly file: string;
  readonly log: Logger;
  /** Called with each message, which is also logged. */
  readonly onMessage?: ((message: Alarm) => void) | undefined;
};

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** The alarms that were reported and are not over, by the names of their conditions. */
type ActiveAlarms = Map<string, Alarm>;

/** Reads the active alarms of the previous process. */
function readActive(file: string): ActiveAlarms {
  try {
    return new Map(JSON.parse(readFileSync(file, 'utf8')) as [string, Alarm][]);
  } catch {
    // There is no file, or the file is cut off because the disk was full.
    return new Map();
  }
}

/** Writes names and levels alone: a message may name submissions, and what is erased may be in no file. */
function writeActive(file: string, active: ActiveAlarms): void {
  try {
    writeFileSync(file, JSON.stringify(Array.from(active, ([name, { level }]) => [name, { level }])));
  } catch {
    // Ignored, because the usual cause is a full disk, which has its own alarm.
  }
}

export type Alarms = ReturnType<typeof startAlarms>;

/** Checks all conditions now and each minute. Reports an alarm when it begins, after each `repeatAfter`, and when it is over. */
export function startAlarms({ conditions, file, log, onMessage }: AlarmsOptions) {
  const [store, ...others] = conditions;
  const names = conditions.map(({ name }) => name);
  const active = new Map([...readActive(file)].filter(([name]) => names.includes(name)));
  // An earlier release has written messages.
  if (active.size > 0) writeActive(file, active);
  const repeatAt = new Map<string, number>();
  const failing = new Set<string>();
  let isStopped = false;
  let looking = Promise.resolve();
  let isDueSoon = false;

  const tell = (name: string, alarm: Alarm): void => {
    log[alarm.level]({ alarm: name, ...alarm.fields }, alarm.message);
    onMessage?.(alarm);
  };
  const judge = ({ name, over, repeatAfter = hour }: Condition, alarm: Alarm | undefined): void => {
    const wasActive = active.has(name);
    if (alarm) {
      active.set(name, alarm);
      if (performance.now() >= (repeatAt.get(name) ?? 0)) {
        repeatAt.set(name, performance.now() + repeatAfter);
        tell(name, alarm);
      }
    } else if (active.delete(name)) {
      repeatAt.delete(name);
      if (over) tell(name, { level: 'info', message: over });
    }
    if (wasActive !== active.has(name)) writeActive(file, active);
  };
  const look = async (condition: Condition): Promise<void> => {
    const { name, level = 'warn' } = condition;
    try {
      const found = await inTime(deadlines.alarms.check, condition.look(active.has(name)));
      failing.delete(name);
      if (!isStopped) judge(condition, typeof found === 'string' ? { level, message: found } : found);
    } catch (error) {
      if (failing.has(name) || active.has(store.name) || isStopped) return;
      failing.add(name);
      log.warn({ alarm: name, reason: String(error) }, 'an alarm could not be checked');
    }
  };
  const lookAtAll = (): Promise<void> => {
    // Each round of checks waits for the end of the round before.
    looking = looking.then(async () => {
      isDueSoon = false;
      await look(store);
      await Promise.all(others.map(look));
    });
    return looking;
  };
  const timer = setInterval(lookAtAll, minute).unref();

  return {
    /** Resolves when each condition has been checked once. */
    lookedOnce: lookAtAll(),
    /** Checks all conditions a second from now. All calls within that second cause one check. */
    lookSoon: (): void => {
      if (!isDueSoon) setTimeout(lookAtAll, second).unref();
      isDueSoon = true;
    },
    /** Reports an alarm for which there is no condition, such as the alarm about a flood. */
    tell,
    names,
    active,
    stop: (): void => {
      isStopped = true;
      clearInterval(timer);
    },
  };
}
