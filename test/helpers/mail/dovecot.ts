import { spawn, spawnSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { folderInMemory, type Identity, newKeptFolder, unprivileged } from '../run/keptFolder.ts';
import { type Arrivals, newArrivals } from '../site/arrivals.ts';
import { freePort } from '../site/freePort.ts';
import { findDebianTool } from '../tools/debianTool.ts';
import { localCertificate } from './certificate.ts';

const user = 'website@mail.example';
/** Some of its characters must be encoded in a URL. */
const password = 'of/the@tests #1';

export type DovecotOptions = {
  /** Whether there is a folder marked `\Archive`. Undefined: there is none. */
  readonly archive?: boolean;
  /** Whether IDLE is offered. Undefined: it is. */
  readonly idle?: boolean;
};

/** The paths of Dovecot's parts, copied if the user who runs them has no access to them. */
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
  readonly options: DovecotOptions;
};

/** The configuration of a Dovecot 2.3 that never changes its user. */
function configuration({ folder, parts, identity, port, plainPort, options }: Setup): string {
  const { idle = true } = options;
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
mail_max_userip_connections = 100
mailbox_idle_check_interval = 1 s
${idle ? '' : 'imap_capability = IMAP4rev1 SASL-IR LOGIN-REFERRALS ID ENABLE LITERAL+ SPECIAL-USE UIDPLUS ESEARCH'}
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

/** The files of a mailbox in Maildir (https://doc.dovecot.org/2.3/admin_manual/mailbox_formats/maildir/). */
function maildirAt(root: string, identity: Identity) {
  let count = 0;
  const own = (file: string) => chownSync(file, identity.uid, identity.gid);
  const pathOf = (folder: string) => (folder === 'INBOX' ? root : path.join(root, `.${folder.replaceAll('/', '.')}`));
  const create = (folder: string): string => {
    const here = pathOf(folder);
    if (existsSync(path.join(here, 'new'))) return here;
    for (const one of ['', 'tmp', 'cur', 'new'].map((part) => path.join(here, part))) {
      if (!existsSync(one)) mkdirSync(one);
      own(one);
    }
    return here;
  };
  const deliver = (here: string, raw: string): void => {
    count += 1;
    const name = `${Math.floor(Date.now() / 1000)}.M${count}P${process.pid}.localhost`;
    const file = path.join(here, 'tmp', name);
    writeFileSync(file, raw, 'latin1');
    own(file);
    renameSync(file, path.join(here, 'new', name));
  };
  const small = (index: number) =>
    [
      'From: Somebody <somebody@elsewhere.example>',
      `To: <${user}>`,
      `Subject: Mail ${index}`,
      `Message-ID: <fill-${index}@elsewhere.example>`,
      'Content-Type: text/plain; charset=utf-8',
      '',
      'Hello',
      '',
    ].join('\r\n');
  return {
    create,
    /** Files a mail as a mail server does; `raw` holds a byte a character. The folder is created if missing. */
    file: async (folder: string, raw: string): Promise<void> => deliver(create(folder), raw),
    /** Files many small mails. */
    fill: async (folder: string, amount: number): Promise<void> => {
      const here = create(folder);
      for (let index = 0; index < amount; index += 1) deliver(here, small(index));
    },
  };
}

/** The address of the mailbox at a port, for IMAP_URL. */
export function addressOf(port: number): string {
  const login = [user, password].map(encodeURIComponent).join(':');
  return `imaps://${login}@localhost:${port}?tls.rejectUnauthorized=false`;
}

/** Starts a Dovecot of its own on the loopback address, run by an unprivileged user; its mails are in memory. */
export async function startDovecot(options: DovecotOptions = {}) {
  const identity = unprivileged();
  const { folder, remove } = newKeptFolder(identity, folderInMemory(), { prefix: 'dovecot-', signal: 'KILL' });
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
  const writeUser = (name: string) => write('users', `${name}:{PLAIN}${password}\n`);
  writeUser(user);
  for (const name of ['run', 'state', 'mail']) {
    mkdirSync(path.join(folder, name), { mode: 0o755 });
    chownSync(path.join(folder, name), identity.uid, identity.gid);
  }
  // See `moveDovecotModules` in `scripts/prepareDebianTools.mjs`.
  symlinkSync(path.join(parts, 'modules'), path.join(folder, 'run/modules'));
  const maildir = maildirAt(path.join(folder, 'mail'), identity);
  for (const name of ['INBOX', 'Junk', ...(options.archive ? ['Archive'] : [])]) maildir.create(name);

  const log: Arrivals<string> = newArrivals(() => `the log of Dovecot:\n${log.all.join('\n')}`);
  const file = write('dovecot.conf', configuration({ folder, parts, identity, port, plainPort, options }));
  // As Dovecot does by itself with the programs of the system.
  const child = spawn(doveconf, ['-f', 'service=master', '-c', file, '-m', 'master', '-e', dovecot, '-F', '-c', file], {
    ...identity,
    cwd: folder,
    env: { PATH: process.env.PATH, LC_ALL: 'C', ...environment },
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  createInterface(child.stderr).on('line', log.add);
  child.once('exit', () => log.fail('Dovecot has ended'));
  await log.waitFor((line) => line.includes('starting up'));
  const { create: _, ...files } = maildir;
  return {
    ...files,
    /** With TLS from the first byte. */
    url: addressOf(port),
    plainPort,
    password,
    /** From now on, the right login is accepted or refused. */
    allowLogins: async (isAllowed: boolean): Promise<void> => {
      writeUser(isAllowed ? user : 'nobody');
      // Dovecot looks for a new file once a second.
      await setTimeout(1000);
    },
    /** Ends it and removes all its files. */
    stop: remove,
  };
}

export type Dovecot = Awaited<ReturnType<typeof startDovecot>>;
