import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chownSync, constants, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';

export type Identity = { readonly uid: number; readonly gid: number };

/** The user who runs the tests. If that is root, `nobody`, because PostgreSQL and the tests' Dovecot do not run as root. */
export function unprivileged(): Identity {
  const { uid, gid } = userInfo();
  if (uid !== 0) return { uid, gid };
  const idOf = (option: string) => Number(spawnSync('id', [option, 'nobody'], { encoding: 'utf8' }).stdout);
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** `/dev/shm` if it has a free gigabyte, else the temporary folder. Syncs cost nothing in memory, so no test switches them off. */
function folderInMemory(): string {
  const inMemory = '/dev/shm';
  try {
    accessSync(inMemory, constants.W_OK);
    const { bavail, bsize } = statfsSync(inMemory);
    if (bavail * bsize > 2 ** 30) return inMemory;
  } catch {
    // This machine has no such folder, or the user cannot write to it.
  }
  return tmpdir();
}

// A shell script. It waits until its standard input is closed, by `remove` or by the end of the test's process. Then it ends the
// processes that work in the folder, frees the shared memory of a killed PostgreSQL server, and removes the folder.
const keeper = `
cat > /dev/null
processes() { find /proc -maxdepth 2 -name cwd -lname "$0/*" -printf '%h\\n' 2> /dev/null | sed 's|/proc/||'; }
kill -CONT $(processes) 2> /dev/null
kill -"$1" $(processes) 2> /dev/null
tries=0
while [ -n "$(processes)" ] && [ $tries -lt 50 ]; do sleep 0.1; tries=$((tries + 1)); done
kill -KILL $(processes) 2> /dev/null
ipcrm -m $(sed -n '7s/.* //p' "$0/data/postmaster.pid" 2> /dev/null) 2> /dev/null
rm -rf "$0"`;

type Keeping = { readonly prefix: string; readonly signal: 'QUIT' | 'KILL' };

/** Creates a folder. `remove`, or the end of this process, ends all processes that work in the folder, and removes the folder. */
export function newKeptFolder(identity: Identity, { prefix, signal }: Keeping) {
  const folder = mkdtempSync(path.join(folderInMemory(), prefix));
  chownSync(folder, identity.uid, identity.gid);
  // Detached, the script has a process group of its own. Ctrl-C does not end the script, so it still removes the folder.
  const child = spawn('/bin/sh', ['-c', keeper, folder, signal], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = once(child, 'close');
  return {
    folder,
    remove: async (): Promise<void> => {
      child.stdin.end();
      await ended;
    },
  };
}
