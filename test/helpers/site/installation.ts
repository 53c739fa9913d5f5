import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { holdPort } from './heldSocket.ts';

const project = path.resolve(import.meta.dirname, '../../..');

// `supervisor` starts the server with its port, and again after each end, as systemd does. upgrade.sh runs `systemctl` below.
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

// This script replaces the one that builds a release. It copies the build of this project.
const buildScript = `
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
mkdirSync('node_modules/.bin', { recursive: true });
try { symlinkSync(process.execPath, 'node_modules/.bin/node'); } catch {}
symlinkSync(${JSON.stringify(project)} + '/static', 'static');
// The build is copied, because an upgrade changes its files.
cpSync(${JSON.stringify(project)} + '/dist', 'dist', { recursive: true });
`;

/**
 * Creates a folder in place of /srv/website, with the real deploy/upgrade.sh and the real server. The port is open from the
 * beginning, but no server runs before the first `upgrade` has installed a release.
 */
export async function newInstallation(environment: { readonly [name: string]: string }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'installation-'));
  const [root, state, programs, origin, units] = ['root', 'state', 'programs', 'origin', 'units'].map((name) => {
    mkdirSync(path.join(folder, name));
    return path.join(folder, name);
  }) as [string, string, string, string, string];
  const git = (...parameters: string[]) =>
    execFileSync('git', ['-C', origin, '-c', 'user.name=a', '-c', 'user.email=a@example.com', ...parameters], {
      encoding: 'utf8',
    }).trim();
  /** Commits files to the repository. Returns the short hash of the commit, which is the name of its release. */
  const commit = (files: { readonly [name: string]: string }): string => {
    for (const [name, content] of Object.entries(files))
      writeFileSync(path.join(origin, name), content, { mode: 0o755 });
    git('add', '--all');
    git('commit', '--quiet', '--allow-empty', '--message=A release');
    return git('rev-parse', '--short=12', 'HEAD');
  };
  git('init', '--quiet');
  cpSync(path.join(project, 'deploy'), path.join(origin, 'deploy'), { recursive: true });
  cpSync(path.join(project, '.env.example'), path.join(origin, '.env.example'));
  const startFile = path.join(origin, 'deploy/start.sh');
  // The servers have no response cache, because filling the cache keeps a processor busy for seconds.
  const start = readFileSync(startFile, 'utf8').replace('"$@"', '--without-response-cache "$@"');
  writeFileSync(startFile, start);
  mkdirSync(path.join(origin, 'scripts'));
  commit({ 'scripts/prepare.mjs': buildScript, 'package.json': '{}', 'package-lock.json': '{}' });
  execFileSync('git', ['clone', '--quiet', origin, path.join(root, 'source')]);
  const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(path.join(root, '.env'), lines.join(''));
  writeFileSync(path.join(programs, 'systemctl'), systemctl, { mode: 0o755 });
  writeFileSync(path.join(programs, 'journalctl'), '#!/bin/sh\ntail -n 20 "$STATE/log"\n', { mode: 0o755 });

  // The supervisor inherits the socket as descriptor 3. After that, `releasePort` closes the socket in this process.
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
  const ended = once(running, 'exit');
  releasePort();

  const read = (name: string) => {
    const file = path.join(state, name);
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  };
  const release = (link: 'current' | 'previous') => path.basename(readlinkSync(path.join(root, link)));
  const upgrade = async (...parameters: string[]) => {
    const place = existsSync(path.join(root, 'current')) ? 'current' : 'source';
    const command = [path.join(root, place, 'deploy/upgrade.sh'), ...parameters];
    const script = spawn('sh', ['-c', 'exec "$0" "$@" 2>&1', ...command], { env: shellEnvironment });
    const [output, [exitCode]] = await Promise.all([text(script.stdout), once(script, 'close')]);
    return { exitCode: exitCode as number | null, output };
  };
  return {
    port,
    release,
    commit,
    upgrade,
    remove: async () => {
      const pid = Number(read('pid'));
      rmSync(state, { recursive: true });
      if (pid) process.kill(pid, 'SIGTERM');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

export type Installation = Awaited<ReturnType<typeof newInstallation>>;
