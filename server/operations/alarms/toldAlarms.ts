import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ActiveAlarms, Alarm } from './alarms.ts';

function fileIn(dataDirectory: string): string {
  return path.join(dataDirectory, 'alarms.json');
}

/** The alarms that a process before this one has told, and has not told to be over. */
export function readToldAlarms(dataDirectory: string): ActiveAlarms {
  try {
    return new Map(JSON.parse(readFileSync(fileIn(dataDirectory), 'utf8')) as [string, Alarm][]);
  } catch {
    // There is no file, or a full disk has cut it.
    return new Map();
  }
}

/** Keeps the alarms for the process after this one. On a full disk they are not kept: the disk has an alarm of its own. */
export function keepToldAlarms(dataDirectory: string, active: ActiveAlarms): void {
  try {
    writeFileSync(fileIn(dataDirectory), JSON.stringify([...active]), { mode: 0o600 });
  } catch {}
}
