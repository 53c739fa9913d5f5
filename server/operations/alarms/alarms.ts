import type { Logger } from 'pino';
import { deadlines } from '../../lib/deadlines.ts';
import { inTime } from '../../lib/inTime.ts';

/** A condition that needs the operator. */
export type Alarm = {
  readonly level: 'warn' | 'error';
  /** A sentence that says what is wrong and what to do. No personal data. */
  readonly message: string;
  /** The log line's further fields. */
  readonly fields?: object;
  /** The submissions that it speaks of, the first of them by reference: told again at once for more or others. */
  readonly about?: { readonly amount: number; readonly references: readonly string[] };
};

export type Check = {
  /** The alarm's name in the log and the metrics. */
  readonly name: string;
  /**
   * The alarm while its condition holds, else undefined. The last result stands if it rejects, which is logged, hangs, or
   * resolves to `unknown`: another alarm tells why.
   */
  readonly look: (signal: AbortSignal) => Promise<Alarm | 'unknown' | undefined>;
  /** The sentence when the condition no longer holds. */
  readonly over: string;
  /** Milliseconds after which a lasting alarm is told again; the default is an hour. */
  readonly repeatAfter?: number;
};

/** What the operator is told; `info`: an alarm is over. */
export type Notice = { readonly level: Alarm['level'] | 'info'; readonly message: string };

type AlarmsOptions = {
  readonly checks: readonly Check[];
  readonly log: Logger;
  /** Called with each notice, besides the log. */
  readonly onNotice?: (notice: Notice) => void;
};

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

const checkInterval = minute;
/** An alarm that has begun this often within an hour stays active until it has not: its condition comes and goes. */
const maxBeginnings = 3;

type Tell = (name: string, notice: Notice & Pick<Alarm, 'fields' | 'about'>) => void;

/** Whether an alarm speaks of more submissions than before, or of another of as many. With fewer, older ones may be named. */
function isMore({ about }: Alarm, before: Alarm | undefined): boolean {
  if (!about || !before?.about) return false;
  const { amount, references } = before.about;
  const hasOther = about.references.some((reference) => !references.includes(reference));
  return about.amount > amount || (about.amount === amount && hasOther);
}

/** Judges what looks at a condition have found: tells when its alarm begins, lasts, worsens or is over. */
function createJudge({ name, over, repeatAfter = hour }: Check, tell: Tell) {
  let alarm: Alarm | undefined;
  let toldAt = Number.NEGATIVE_INFINITY;
  let beginnings: number[] = [];
  return {
    level: () => alarm?.level,
    judge: (found: Alarm | undefined): void => {
      const now = performance.now();
      const before = alarm;
      beginnings = beginnings.filter((begun) => begun > now - hour);
      if (found) {
        alarm = found;
        if (!before) beginnings.push(now);
        const isWorse = isMore(found, before) || (before?.level === 'warn' && found.level === 'error');
        if (before && !isWorse && now - toldAt < repeatAfter) return;
        toldAt = now;
        tell(name, found);
      } else if (before && beginnings.length < maxBeginnings) {
        alarm = undefined;
        tell(name, { level: 'info', message: over });
      }
    },
  };
}

/** Looks at a condition on demand: once at a time, and at most once a second. */
function watchCheck(check: Check, log: Logger, stopping: AbortSignal, tell: Tell) {
  const { name, look } = check;
  const { judge, level } = createJudge(check, tell);
  let isFailing = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;
  let next: NodeJS.Timeout | undefined;

  const noteFailure = (reason: unknown): void => {
    if (!isFailing && !stopping.aborted) log.warn({ alarm: name, reason: String(reason) }, 'alarm not checked');
    isFailing = true;
  };

  const lookNow = async (): Promise<void> => {
    // One that hangs is not made again.
    if (looking) return;
    clearTimeout(next);
    next = undefined;
    lookedAt = performance.now();
    looking = Promise.resolve(stopping)
      .then(look)
      .then((found) => {
        isFailing = false;
        if (found !== 'unknown' && !stopping.aborted) judge(found);
      })
      .catch(noteFailure)
      .finally(() => {
        looking = undefined;
      });
    const { check: timeout } = deadlines.alarms;
    await inTime(timeout, looking).catch(() => noteFailure(`no result after ${timeout / second} s`));
  };

  const checkSoon = (): void => {
    if (stopping.aborted) return;
    const wait = Math.max(lookedAt + second - performance.now(), 0);
    // What is under way may have looked before the event.
    next ??= setTimeout(() => void (looking ?? Promise.resolve()).then(lookNow), wait).unref();
  };

  return {
    name,
    level,
    /** Resolves when the check has ended, or after the timeout. */
    check: lookNow,
    checkSoon,
    stop: () => clearTimeout(next),
  };
}

export type Alarms = ReturnType<typeof startAlarms>;

/** Checks conditions at once, each minute and on demand, and tells when one begins, lasts, worsens or is over. */
export function startAlarms({ checks, log, onNotice }: AlarmsOptions) {
  const stopping = new AbortController();
  const tell: Tell = (name, { level, message, fields, about }) => {
    log[level]({ alarm: name, references: about?.references, ...fields }, message);
    onNotice?.({ level, message });
  };

  const watched = checks.map((check) => watchCheck(check, log, stopping.signal, tell));
  const checkedOnce = Promise.all(watched.map(({ check }) => check()));
  const timer = setInterval(() => {
    for (const { check } of watched) void check();
  }, checkInterval).unref();

  return {
    /** Resolves when every check has ended for the first time, or hangs. */
    checkedOnce,
    /** Makes these checks now or, if one was made within the last second, a second after it. */
    checkNow: (...names: readonly string[]): void => {
      for (const { name, checkSoon } of watched) if (names.includes(name)) checkSoon();
    },
    /** By each check's name, the level of its alarm; undefined: none. */
    levels: (): ReadonlyMap<string, Alarm['level'] | undefined> =>
      new Map(watched.map(({ name, level }) => [name, level()])),
    stop: (): void => {
      stopping.abort();
      clearInterval(timer);
      for (const { stop } of watched) stop();
    },
  };
}
