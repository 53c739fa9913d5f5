// What tells whether work has been done for the sources as they are. Plain JavaScript, like `scripts/prepare.mjs`.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A hash of the paths and contents of the files and folders.
 * @param {readonly string[]} names
 */
export function hashOf(names) {
  const hash = createHash('sha256');
  /** @param {string} name */
  const add = (name) => {
    if (!existsSync(name)) return;
    if (statSync(name).isDirectory()) for (const inner of readdirSync(name).sort()) add(path.join(name, inner));
    else hash.update(name).update('\0').update(readFileSync(name)).update('\0');
  };
  for (const name of names) add(name);
  return hash.digest('hex');
}

/**
 * Whether the file says that the work was done for the sources with this hash.
 * @param {string} stamp
 * @param {string} hash
 */
export function isStamped(stamp, hash) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
}

/**
 * Notes in the file that the work is done for the sources with this hash.
 * @param {string} stamp
 * @param {string} hash
 */
export function writeStamp(stamp, hash) {
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
}
