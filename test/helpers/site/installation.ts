import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { holdPort } from './heldSocket.ts';

const project = path.resolve(import.meta.dirname, '../../..');

// What systemd does with website.socket and website.service: it holds the port, and starts the service again and again.
const supervisor = `
while [ -d "$STATE" ]; do
  (
    cd "$WEBSITE_ROOT/current" 2>/dev/null || exit
    export LISTEN_FDS=1
    exec sh -c 'echo $$ >"$STATE/new" && mv "$STATE/new" "$STATE/pid"; LISTEN_PID=$$ exec deploy/start.sh' >>"$STATE/log" 2>&1
  )
  sleep 0.05
done`;
const systemctl = `#!/bin/sh
case "$*" in
  *Listen*) echo "127.0.0.1:$PORT_HELD (Stream)" ;;
  *is-active*website.service*) kill -0 "$(cat "$STATE/pid")" ;;
  'restart website.service')
    old=$(cat "$STATE/pid" 2>/dev/null || echo none)
    if [ "$old" != none ]; then kill "$old"; fi
    while [ "$(cat "$STATE/pid" 2>/dev/null || echo none)" = "$old" ]; do sleep 0.02; done
    ;;
esac`;

// The fixture's build is the project's, which the tests have already.
const prepare = `
import { mkdirSync, symlinkSync } from 'node:fs';
mkdirSync('node_modules/.bin', { recursive: true });
try { symlinkSync(process.execPath, 'node_modules/.bin/node'); } catch {}
for (const folder of ['dist', 'static']) symlinkSync(${JSON.stringify(project)} + '/' + folder, folder);
`;

export type Upgrade = { readonly exitCode: number | null; readonly output: string };

/** A machine's /srv/website in a temporary folder, with deploy/upgrade.sh and the real server. */
export type Installation = {
  readonly port: number;
  /** The names of the releases that stand side by side. */
  readonly releases: () => string[];
  /** The release that a link names. */
  readonly release: (link: 'current' | 'previous') => string;
  /** The id of the server's process. */
  readonly pid: () => string;
  /** The server's log so far. */
  readonly log: () => string;
  /** Commits files to the repository; returns the commit's abbreviated hash, which names its release. */
  readonly commit: (files: { readonly [name: string]: string }) => string;
  readonly upgrade: (...parameters: string[]) => Promise<Upgrade>;
  readonly remove: () => Promise<void>;
};

/**
 * Writes the configuration and starts what holds the port; the first `upgrade` installs. `responseCache`: whether the
 * servers have it, which takes a processor for seconds after each start.
 */
export async function newInstallation(
  environment: { readonly [name: string]: string },
  responseCache = false,
): Promise<Installation> {
  const folder = mkdtempSync(path.join(tmpdir(), 'installation-'));
  const [root, state, programs, origin, units] = ['root', 'state', 'programs', 'origin', 'units'].map((name) => {
    mkdirSync(path.join(folder, name));
    return path.join(folder, name);
  }) as [string, string, string, string, string];
  const git = (...parameters: string[]) =>
    execFileSync('git', ['-C', origin, '-c', 'user.name=a', '-c', 'user.email=a@example.com', ...parameters], {
      encoding: 'utf8',
    }).trim();
  const commit = (files: { readonly [name: string]: string }): string => {
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(origin, name), text, { mode: 0o755 });
    git('add', '--all');
    git('commit', '--quiet', '--allow-empty', '--message=A release');
    return git('rev-parse', '--short=12', 'HEAD');
  };
  git('init', '--quiet');
  cpSync(path.join(project, 'deploy'), path.join(origin, 'deploy'), { recursive: true });
  cpSync(path.join(project, '.env.example'), path.join(origin, '.env.example'));
  const start = path.join(origin, 'deploy/start.sh');
  if (!responseCache)
    writeFileSync(start, readFileSync(start, 'utf8').replace('"$@"', '--without-response-cache "$@"'));
  mkdirSync(path.join(origin, 'scripts'));
  commit({ 'scripts/prepare.mjs': prepare, 'package.json': '{}', 'package-lock.json': '{}' });
  execFileSync('git', ['clone', '--quiet', origin, path.join(root, 'source')]);
  const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(path.join(root, '.env'), lines.join(''));
  writeFileSync(path.join(programs, 'systemctl'), systemctl, { mode: 0o755 });

  // The supervisor inherits the socket as descriptor 3; this process closes its own.
  const { port, descriptor, release: releasePort } = holdPort();
  const shellEnvironment = {
    PATH: `${programs}:${path.dirname(process.execPath)}:${process.env.PATH}`,
    WEBSITE_ROOT: root,
    WEBSITE_USER: userInfo().username,
    WEBSITE_UNITS: units,
    STATE: state,
    PORT_HELD: String(port),
  };
  const running = spawn('sh', ['-c', supervisor], {
    env: shellEnvironment,
    stdio: ['ignore', 'ignore', 'ignore', descriptor],
  });
  const ended = new Promise((resolve) => running.once('exit', resolve));
  releasePort();

  const read = (name: string) => {
    const file = path.join(state, name);
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  };
  const release = (link: string) => path.basename(readlinkSync(path.join(root, link)));
  return {
    port,
    releases: () => readdirSync(path.join(root, 'releases')).sort(),
    release,
    pid: () => read('pid'),
    log: () => read('log'),
    commit,
    upgrade: (...parameters) =>
      new Promise((resolve) => {
        const place = existsSync(path.join(root, 'current')) ? 'current' : 'source';
        const script = spawn(path.join(root, place, 'deploy/upgrade.sh'), parameters, { env: shellEnvironment });
        let output = '';
        for (const stream of [script.stdout, script.stderr])
          stream.setEncoding('utf8').on('data', (chunk: string) => {
            output += chunk;
          });
        script.once('close', (exitCode) => resolve({ exitCode, output }));
      }),
    remove: async () => {
      const pid = Number(read('pid'));
      rmSync(state, { recursive: true });
      if (pid) process.kill(pid, 'SIGTERM');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
