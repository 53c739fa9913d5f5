import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { idOf, newKeptFolder } from '../run/keptFolder.ts';
import { freePort } from '../site/freePort.ts';
import { findDebianTool } from '../tools/debianTool.ts';
import { certificate } from './certificate.ts';

/** Only root can start Postfix. */
export const mayRunPostfix = userInfo().uid === 0;

export type PostfixOptions = {
  /** The port of a mail server on the loopback address. Postfix sends every mail to this server, and also its own bounces. */
  readonly relayPort: number;
};

/** A user and a group in place of Postfix's own. Every Debian has these two, even if Postfix is not installed. */
const owner = 'mail';
const dropGroup = 'utmp';

/** The folders of Postfix's queues. `owned` adds the folders of its sockets, and `maildrop`; `owner` owns all of these folders. */
const queues = ['active', 'bounce', 'corrupt', 'defer', 'deferred', 'flush', 'hold', 'incoming', 'saved', 'trace'];
const owned = [...queues, 'private', 'public', 'maildrop'];

function services(port: number): string {
  const lines = [
    `127.0.0.1:${port} inet n - n - - smtpd`,
    'cleanup unix n - n - 0 cleanup',
    'qmgr unix n - n 300 1 qmgr',
    'rewrite unix - - n - - trivial-rewrite',
    ...['bounce', 'defer', 'trace'].map((name) => `${name} unix - - n - 0 bounce`),
    ...['smtp', 'relay'].map((name) => `${name} unix - - n - - smtp`),
    ...['error', 'retry'].map((name) => `${name} unix - - n - - error`),
    'flush unix n - n 1000? 0 flush',
    'anvil unix - - n - 1 anvil',
    'tlsmgr unix - - n 1000? 1 tlsmgr',
    'scache unix - - n - 1 scache',
    'postlog unix-dgram n - n - 1 postlogd',
  ];
  return `${lines.join('\n')}\n`;
}

/** Starts a new Postfix on the loopback address (https://www.postfix.org/postconf.5.html). */
export async function startPostfix({ relayPort }: PostfixOptions) {
  const found = findDebianTool('postconf');
  if (!found) throw new Error('this machine has no Postfix');
  const tree = path.resolve(path.dirname(found), '../tree');
  const isUnpacked = existsSync(tree);
  const root = isUnpacked ? tree : '/';
  const parts = path.join(root, 'usr/lib/postfix');
  const libraries = [parts, ...readdirSync(path.join(root, 'usr/lib')).map((name) => path.join(root, 'usr/lib', name))];
  const { folder, remove } = newKeptFolder({ uid: 0, gid: 0 }, { prefix: 'postfix-', signal: 'KILL' });
  chmodSync(folder, 0o711);
  const queue = path.join(folder, 'queue');
  for (const name of ['conf', 'data', 'queue', 'queue/pid', ...owned.map((one) => `queue/${one}`)]) {
    mkdirSync(path.join(folder, name), { mode: 0o755 });
    if (name !== 'conf' && name !== 'queue') chownSync(path.join(folder, name), idOf('-u', owner), idOf('-g', owner));
  }
  const settings = {
    compatibility_level: '3.6',
    queue_directory: queue,
    data_directory: path.join(folder, 'data'),
    daemon_directory: path.join(parts, 'sbin'),
    command_directory: path.join(root, 'usr/sbin'),
    shlib_directory: parts,
    mail_owner: owner,
    setgid_group: dropGroup,
    default_privs: 'nobody',
    import_environment: 'LD_LIBRARY_PATH MAIL_CONFIG',
    maillog_file: path.join(folder, 'log'),
    maillog_file_prefixes: folder,
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    myhostname: 'relay.example',
    mydestination: '',
    mynetworks: '127.0.0.0/8',
    relayhost: `[127.0.0.1]:${relayPort}`,
    disable_dns_lookups: 'yes',
    alias_maps: '',
    local_recipient_maps: '',
    smtp_tls_security_level: 'none',
    // TLS with a self-signed certificate, as Debian's Postfix offers it after its installation.
    smtpd_tls_security_level: 'may',
    smtpd_tls_loglevel: '1',
    smtpd_tls_chain_files: path.join(folder, 'conf/chain.pem'),
  };
  const port = await freePort();
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
  writeFileSync(path.join(folder, 'conf/main.cf'), lines.join(''));
  writeFileSync(path.join(folder, 'conf/master.cf'), services(port));
  writeFileSync(path.join(folder, 'conf/chain.pem'), certificate.key + certificate.cert);
  // With `-w`, `master` starts Postfix in the background. The process that is spawned here ends when Postfix is ready.
  const child = spawn(path.join(parts, 'sbin/master'), ['-w', '-c', path.join(folder, 'conf')], {
    cwd: queue,
    env: {
      PATH: process.env.PATH,
      MAIL_CONFIG: path.join(folder, 'conf'),
      ...(isUnpacked && { LD_LIBRARY_PATH: libraries.join(':') }),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  const standardError = text(child.stderr);
  const [code] = await exited;
  if (code !== 0) {
    await remove();
    throw new Error(`Postfix did not start: ${await standardError}`);
  }
  return {
    url: `smtp://localhost:${port}`,
    port,
    /** What Postfix has logged so far. */
    readLog: () => readFileSync(path.join(folder, 'log'), 'utf8'),
    /** Ends Postfix and removes all its files. */
    stop: remove,
  };
}
