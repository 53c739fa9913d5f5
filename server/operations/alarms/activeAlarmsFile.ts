import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ActiveAlarms, Alarm } from './alarms.ts';

/** The alarms that a process has told, and has not told to be over, for the process after it. */
export function activeAlarmsFile(dataDirectory: string) {
  const file = path.join(dataDirectory, 'alarms.json');
  return {
    read: (): ActiveAlarms => {
      try {
        return new Map(JSON.parse(readFileSync(file, 'utf8')) as [string, Alarm][]);
      } catch {
        // There is no file, or a full disk has cut it.
        return new Map();
      }
    },
    write: (active: ActiveAlarms): void => {
      try {
        writeFileSync(file, JSON.stringify([...active]), { mode: 0o600 });
      } catch {
        // A full disk has an alarm of its own.
      }
    },
  };
}
