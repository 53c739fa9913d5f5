import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ActiveAlarms, Alarm } from './alarms.ts';

/** Keeps the active alarms in a file, so that the next process can report when they are over. */
export function activeAlarmsFile(dataDirectory: string) {
  const file = path.join(dataDirectory, 'alarms.json');
  return {
    read: (): ActiveAlarms => {
      try {
        return new Map(JSON.parse(readFileSync(file, 'utf8')) as [string, Alarm][]);
      } catch {
        // There is no file, or it is cut off because the disk was full.
        return new Map();
      }
    },
    write: (active: ActiveAlarms): void => {
      try {
        writeFileSync(file, JSON.stringify([...active]), { mode: 0o600 });
      } catch {
        // Ignored: there is an alarm for a full disk.
      }
    },
  };
}
