import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createServer } from 'node:tls';
import { listen } from '../network/listen.ts';
import { type Identity, newKeptFolder, unprivileged } from '../run/keptFolder.ts';
import { findDebianTool } from '../tools/debianTool.ts';
import { localCertificate } from './certificate.ts';

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
    imap: path.join(parts, 'imap'),
    parts,
    environment: isUnpacked ? { LD_LIBRARY_PATH: libraries.join(':') } : {},
  };
}

/** The configuration of a Dovecot 2.3. Its folders are those of a mail service: some servers name them by their use. */
function configuration(folder: string, parts: string): string {
  const marked = (name: string) => `mailbox ${name} {\n special_use = \\${name}\n}`;
  return `
base_dir = ${folder}/run
log_path = /dev/stderr
mail_location = maildir:${folder}/mail
mail_plugin_dir = ${parts}/modules
stats_writer_socket_path =
first_valid_uid = 1
ssl = no
namespace inbox {
  inbox = yes
  separator = /
  ${marked('Junk')}
  ${marked('Archive')}
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

const user = 'website@mail.example';
/** A password with characters that must be encoded in a URL. */
const password = 'of/the@tests #1';
/** What a client sends after its only command before the login, AUTHENTICATE PLAIN (https://www.rfc-editor.org/rfc/rfc4616). */
const login = Buffer.from(`\0${user}\0${password}`).toString('base64');

/**
 * Starts an IMAP server with TLS, which checks the login, and then connects the client with a session of Dovecot. Dovecot's own servers
 * would do the login, but they look for their modules where only an installed Dovecot has them. The mails are in memory, and an
 * unprivileged user runs the sessions.
 */
export async function startDovecot() {
  const identity = unprivileged();
  const { folder, remove } = newKeptFolder(identity, { prefix: 'dovecot-', signal: 'KILL' });
  const { doveconf, imap, parts, environment } = programsFor(identity, folder);
  const settings = path.join(folder, 'dovecot.conf');
  writeFileSync(settings, configuration(folder, parts));
  const mails = path.join(folder, 'mail');
  const file = maildirAt(mails, identity);
  const clients = new Set<Socket>();

  const talk = async (client: Socket): Promise<void> => {
    clients.add(client);
    client.write('* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] ready\r\n');
    const [command] = await once(client, 'data');
    const [tag] = String(command).split(' ', 1);
    client.write('+ \r\n');
    const [given] = await once(client, 'data');
    if (String(given).trim() !== login) {
      client.end(`${tag} NO [AUTHENTICATIONFAILED] Authentication failed.\r\n`);
      return;
    }
    const session = spawn(doveconf, ['-f', 'service=imap', '-c', settings, '-m', 'imap', '-e', imap], {
      ...identity,
      cwd: mails,
      env: { PATH: process.env.PATH, LC_ALL: 'C', HOME: mails, USER: 'website', ...environment },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const [greeting] = await once(session.stdout, 'data');
    client.write(String(greeting).replace('* PREAUTH', `${tag} OK`));
    await Promise.all([pipeline(client, session.stdin), pipeline(session.stdout, client)]);
  };
  // A client that rejects the certificate, or breaks the connection, is no fault of a test.
  const listener = createServer(localCertificate, (client) => void talk(client).catch(() => client.destroy()));
  const port = await listen(listener);
  return {
    file,
    listener,
    url: `imaps://${[user, password].map(encodeURIComponent).join(':')}@localhost:${port}?tls.rejectUnauthorized=false`,
    /** Ends all sessions and removes all files. */
    stop: async (): Promise<void> => {
      listener.close();
      for (const client of clients) client.destroy();
      await remove();
    },
  };
}
