import { chmodSync, lstatSync } from 'node:fs';
import path from 'node:path';
import { OperatorError } from './errors.ts';

/** Takes a file from other users. Throws if they keep their access, because the file system keeps no rights. */
export function closeToOthers(file: string): void {
  const isOpen = () => (lstatSync(file).mode & 0o077) !== 0;
  let reason = '';
  try {
    if (isOpen()) chmodSync(file, 0o600);
  } catch (error) {
    reason = ` (${(error as Error).message})`;
  }
  const folder = path.dirname(file);
  const cure = 'mount it so that only you can read it: umask=077, or for SMB file_mode=0600';
  if (isOpen())
    throw new OperatorError(`All users could read a file in ${folder}, which keeps no rights${reason}: ${cure}.`);
}
