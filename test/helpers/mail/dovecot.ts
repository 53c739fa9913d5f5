import { spawn, spawnSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type Identity, newKeptFolder, unprivileged } from '../run/keptFolder.ts';
import { type Arrivals, newArrivals } from '../site/arrivals.ts';
import { freePort } from '../site/freePort.ts';
import { findDebianTool } from '../tools/debianTool.ts';
import { localCertificate } from './certificate.ts';

const user = 'website@mail.example';
/** A password with characters that must be encoded in a URL. */
const password = 'of/the@tests #1';

/** The paths of Dovecot's programs. If the user who is to run the programs cannot read them, `folder` gets a copy. */
function programsFor(identity: Identity, folder: string) {
  const found = findDebianTool('dovecot');
  if (!found) throw new Error('this machine has no Dovecot');
  const tree = path.resolve(path.dirname(found), '../tree');
  const isUnpacked = existsSync(tree);
  let root = isUnpacked ? tree : '/';
  if (spawnSync(found, ['--version'], { ...identity, cwd: '/' }).status !== 0) {
    root = path.join(folder, 'programs');
    for (const part of ['lib', 'usr/lib', 'usr/bin/doveconf', 'usr/sbin/dovecot'])
      if (existsSync(path.join(tree, part)))
        cpSync(path.join(tree, part), path.join(root, part), { recursive: true, verbatimSymlinks: true });
  }
  const inRoot = (part: string) => path.join(root, part);
  const libraries = ['lib', 'usr/lib'].flatMap((part) =>
    existsSync(inRoot(part)) ? readdirSync(inRoot(part)).map((name) => path.join(root, part, name)) : [],
  );
  const parts = inRoot('usr/lib/dovecot');
  libraries.push(path.join(parts, 'modules/old-stats'));
  return {
    doveconf: inRoot('usr/bin/doveconf'),
    dovecot: inRoot('usr/sbin/dovecot'),
    parts,
    environment: isUnpacked ? { LD_LIBRARY_PATH: libraries.join(':') } : {},
  };
}

function nameOf({ uid, gid }: Identity) {
  const ask = (option: string) => spawnSync('id', [option], { uid, gid, cwd: '/', encoding: 'utf8' }).stdout.trim();
  return { user: ask('-un'), group: ask('-gn') };
}

type Setup = {
  readonly folder: string;
  readonly parts: string;
  readonly identity: Identity;
  readonly port: number;
  readonly plainPort: number;
};

/** The configuration of a Dovecot 2.3 whose processes all run as one user, because it cannot change users without root. */
function configuration({ folder, parts, identity, port, plainPort }: Setup): string {
  const names = nameOf(identity);
  const marked = (name: string) => `mailbox ${name} {\n special_use = \\${name}\n}`;
  return `
base_dir = ${folder}/run
state_dir = ${folder}/state
libexec_dir = ${parts}
mail_plugin_dir = ${parts}/modules
import_environment = LD_LIBRARY_PATH
default_internal_user = ${names.user}
default_internal_group = ${names.group}
default_login_user = ${names.user}
log_path = /dev/stderr
listen = 127.0.0.1
protocols = imap
disable_plaintext_auth = no
ssl = yes
ssl_cert = <${folder}/server.crt
ssl_key = <${folder}/server.key
auth_failure_delay = 0
mail_location = maildir:${folder}/mail
first_valid_uid = 1
passdb {
  driver = passwd-file
  args = ${folder}/users
}
userdb {
  driver = static
  args = uid=${identity.uid} gid=${identity.gid} home=${folder}/mail
}
namespace inbox {
  inbox = yes
  separator = /
  ${marked('Junk')}
  ${marked('Archive')}
}
service anvil {
  chroot =
}
service imap-login {
  chroot =
  service_count = 0
  inet_listener imap {
    port = ${plainPort}
  }
  inet_listener imaps {
    port = ${port}
    ssl = yes
  }
}
service imap {
  process_min_avail = 1
}
service stats {
  chroot =
}
`;
}

/** Files mails as a mail server does, in Maildir (https://doc.dovecot.org/2.3/admin_manual/mailbox_formats/maildir/). */
function maildirAt(root: string, identity: Identity) {
  let count = 0;
  const own = (file: string) => chownSync(file, identity.uid, identity.gid);
  const pathOf = (folder: string) => (folder === 'INBOX' ? root : path.join(root, `.${folder}`));
  for (const folder of ['INBOX', 'Junk', 'Archive'])
    for (const part of ['', 'tmp', 'cur', 'new']) {
      mkdirSync(path.join(pathOf(folder), part), { recursive: true });
      own(path.join(pathOf(folder), part));
    }
  /** Files a mail. `raw`: each of its characters stands for one byte. */
  return (folder: 'INBOX' | 'Junk' | 'Archive', raw: string): void => {
    count += 1;
    const name = `${Math.floor(Date.now() / 1000)}.M${count}P${process.pid}.localhost`;
    const file = path.join(pathOf(folder), 'tmp', name);
    writeFileSync(file, raw, 'latin1');
    own(file);
    renameSync(file, path.join(pathOf(folder), 'new', name));
  };
}

/** The IMAP_URL of the mailbox on a server that listens on this port. */
export function addressOf(port: number): string {
  const login = [user, password].map(encodeURIComponent).join(':');
  return `imaps://${login}@localhost:${port}?tls.rejectUnauthorized=false`;
}

/** Starts a Dovecot on the loopback address. An unprivileged user runs it, and its mails are in memory. */
export async function startDovecot() {
  const identity = unprivileged();
  const { folder, remove } = newKeptFolder(identity, { prefix: 'dovecot-', signal: 'KILL' });
  const write = (name: string, content: string) => {
    const file = path.join(folder, name);
    writeFileSync(file, content, { mode: 0o600 });
    chownSync(file, identity.uid, identity.gid);
    return file;
  };
  const { doveconf, dovecot, parts, environment } = programsFor(identity, folder);
  const port = await freePort();
  const plainPort = await freePort();
  write('server.crt', localCertificate.cert);
  write('server.key', localCertificate.key);
  write('users', `${user}:{PLAIN}${password}\n`);
  for (const name of ['run', 'state']) {
    mkdirSync(path.join(folder, name), { mode: 0o755 });
    chownSync(path.join(folder, name), identity.uid, identity.gid);
  }
  // `scripts/prepareTools.ts` unpacks a Dovecot without installing it, and changes it so that it looks for its modules here.
  symlinkSync(path.join(parts, 'modules'), path.join(folder, 'run/modules'));
  const file = maildirAt(path.join(folder, 'mail'), identity);

  const log: Arrivals<string> = newArrivals(() => `the log of Dovecot:\n${log.all.join('\n')}`);
  const settings = write('dovecot.conf', configuration({ folder, parts, identity, port, plainPort }));
  // The program `dovecot` would run this command itself, but with the paths of an installed Dovecot.
  const child = spawn(
    doveconf,
    ['-f', 'service=master', '-c', settings, '-m', 'master', '-e', dovecot, '-F', '-c', settings],
    {
      ...identity,
      cwd: folder,
      env: { PATH: process.env.PATH, LC_ALL: 'C', ...environment },
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  createInterface(child.stderr).on('line', log.add);
  child.once('exit', () => log.fail('Dovecot has ended'));
  await log.waitFor((line) => line.includes('starting up'));
  return {
    file,
    url: addressOf(port),
    plainPort,
    /** Ends Dovecot and removes all its files. */
    stop: remove,
  };
}

export type Dovecot = Awaited<ReturnType<typeof startDovecot>>;
