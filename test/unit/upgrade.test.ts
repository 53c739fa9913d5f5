// Runs the real deploy/upgrade.sh in a folder in place of /srv/website, with small scripts in place of systemctl, curl and the build.
// `npm run test:all` upgrades a real server.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { hang } from '../helpers/hang.ts';
import { directoryUntilEnd } from '../helpers/untilEnd.ts';

const testUpgrade = spawnSync('git', ['--version']).status === 0 ? test : test.skip;

const folder = directoryUntilEnd();
const deploy = path.resolve(import.meta.dirname, '../../deploy');
const inFolder = (...names: string[]) => path.join(folder, ...names);
const textOf = (...names: string[]) => readFileSync(inFolder(...names), 'utf8');
const modeOf = (...names: string[]) => (statSync(inFolder(...names)).mode & 0o777).toString(8);
const unitNames = ['website.service', 'website.socket', 'website-backup.service', 'website-backup.timer'];

// The file `calls` gets a line for each change of the units. A release whose folder `deploy` has a file `dead` does not answer.
const isAnswering = `[ ! -e '${inFolder('root/current/deploy/dead')}' ]`;
const programs = {
  systemctl: `case "$*" in
    *Listen*) echo '127.0.0.1:9 (Stream)' ;;
    *is-active*website.socket) [ -e '${inFolder('open')}' ] ;;
    *is-active*) ${isAnswering} ;;
    *) echo "$*" >>'${inFolder('calls')}'; case "$*" in *'start website.socket'*) touch '${inFolder('open')}' ;; esac ;;
  esac`,
  curl: isAnswering,
  journalctl: 'echo The reason',
  // Packages may change the files of the repository while they are built.
  node: `set -e; mkdir -p node_modules dist/server dist/client/assets data
    echo '"--check"' >dist/server/main.cjs; touch dist/client/assets/main.js data/strange deploy/dead; echo strange | tee .env >deploy/start.sh
    . ./$1`,
};
const checked = `#!/bin/sh\necho "start $*" >>'${inFolder('calls')}'\n`;

/** Commits files to the repository. Returns the name of the commit's release. */
function commit(files: { readonly [name: string]: string } = {}): string {
  for (const [name, content] of Object.entries(files))
    writeFileSync(inFolder('origin', name), content, { mode: 0o755 });
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', inFolder('origin'), '-c', 'user.name=a', '-c', 'user.email=a@b.example', ...words]);
  git('add', '--all');
  git('commit', '--quiet', '--allow-empty', '--message=A release');
  return git('rev-parse', '--short=12', 'HEAD').toString().trim();
}

/** Runs upgrade.sh. `calls`: what it did with the units, and `start --check` if it checked the release. */
function upgrade(parameters: readonly string[] = [], holder: readonly string[] = []) {
  writeFileSync(inFolder('calls'), '');
  const { status, stdout } = spawnSync(
    'sh',
    ['-c', 'exec "$@" 2>&1', 'sh', ...holder, path.join(deploy, 'upgrade.sh'), ...parameters],
    {
      env: {
        PATH: `${inFolder('programs')}:${process.env.PATH}`,
        WEBSITE_ROOT: inFolder('root'),
        WEBSITE_USER: userInfo().username,
        WEBSITE_UNITS: inFolder('units'),
      },
      encoding: 'utf8',
      timeout: hang,
    },
  );
  return { status, output: stdout, calls: textOf('calls').trim().split('\n') };
}
const linked = () => ['current', 'previous'].map((name) => path.basename(readlinkSync(inFolder('root', name), 'utf8')));
const releases = () =>
  readdirSync(inFolder('root/releases'))
    .filter((name) => name !== '.building')
    .sort();
const switched = [
  'start --check',
  'daemon-reload',
  '--quiet enable website.service website.socket website-backup.timer',
  'restart website.service',
];

testUpgrade(
  'the first installation has folders and a .env that strangers cannot read, and the files of the repository',
  () => {
    for (const name of ['root', 'units', 'programs', 'origin/scripts']) mkdirSync(inFolder(name), { recursive: true });
    for (const [name, script] of Object.entries(programs))
      writeFileSync(inFolder('programs', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    cpSync(deploy, inFolder('origin/deploy'), { recursive: true });
    execFileSync('git', ['init', '--quiet', '--initial-branch=main', inFolder('origin')]);
    const first = commit({ '.env.example': 'PORT=3000\n', 'scripts/prepare.mjs': '', 'deploy/start.sh': checked });
    execFileSync('git', ['clone', '--quiet', inFolder('origin'), inFolder('root/source')]);

    const opened = ['stop website.service', 'start website.socket website-backup.timer', 'restart website.service'];
    expect(upgrade()).toMatchObject({ status: 0, calls: [...switched.slice(0, -1), ...opened] });
    expect(readlinkSync(inFolder('root/current'))).toBe(`releases/${first}`);
    expect(['data', 'backups', '.env', 'releases'].map((name) => modeOf('root', name))).toEqual([
      '700',
      '700',
      '640',
      '755',
    ]);
    expect(textOf('root/.env')).toBe(`PORT=3000\n\nBACKUP_DIR=${inFolder('root/backups')}\n`);
    for (const name of unitNames) expect([name, textOf('units', name)]).toEqual([name, textOf('origin/deploy', name)]);
    expect(textOf('root/current/deploy/start.sh')).toBe(checked);
    expect(['.env', 'data'].map((name) => readlinkSync(inFolder('root/current', name)))).toEqual([
      '../../.env',
      '../../data',
    ]);
    const back = upgrade(['--back']);
    expect([back.status, back.output]).toEqual([1, 'There is no release to go back to.\n']);
  },
);

testUpgrade(
  'the release before is kept, also if one revision is installed twice, and --back switches to it and forth',
  () => {
    const [first] = releases();
    writeFileSync(inFolder('root/.env'), 'PORT=3001\n');
    const second = commit();
    expect(upgrade(['main'])).toMatchObject({ status: 0, calls: switched });
    expect(upgrade()).toMatchObject({ status: 0, calls: switched });
    expect([linked(), releases()]).toEqual([[second, first], [first, second].sort()]);
    const third = commit();
    // While another upgrade runs, this one changes nothing.
    expect(upgrade([], ['flock', inFolder('root/.lock')]).output).toBe('Another upgrade is running.\n');
    expect(linked()).toEqual([second, first]);
    expect(upgrade().status).toBe(0);
    for (const links of [
      [second, third],
      [third, second],
    ]) {
      expect(upgrade(['--back'])).toMatchObject({ status: 0, calls: switched });
      expect([linked(), releases()]).toEqual([links, [second, third].sort()]);
    }
    expect(textOf('root/.env')).toBe('PORT=3001\n');
  },
);

testUpgrade.each([
  ['cannot be fetched', {}, 'The repository cannot be fetched: nothing has changed.'],
  ['is unknown', {}, 'The repository has no revision none: nothing has changed.'],
  ['cannot be built', { 'scripts/prepare.mjs': 'exit 1' }, 'The build failed: nothing has changed.'],
  ['has no assets', { 'scripts/prepare.mjs': 'rm -r dist/client' }, 'no folder dist/client: nothing has changed.'],
  ['fails its check', { 'deploy/start.sh': `${checked}exit 78\n` }, 'cannot start: nothing has changed.'],
  ['does not answer', { 'deploy/dead': '', 'deploy/website.service': 'new' }, /The reason\n\w+ runs as before\.\n$/],
])('a release that %s leaves the running one, and the one to go back to', (what, files, message) => {
  const before = [linked(), ...unitNames.map((name) => textOf('units', name))];
  const kept = releases();
  commit(files);
  const hidden = what === 'cannot be fetched' ? 'hidden' : 'origin';
  renameSync(inFolder('origin'), inFolder(hidden));
  const { status, output, calls } = upgrade(what === 'is unknown' ? ['none'] : []);
  renameSync(inFolder(hidden), inFolder('origin'));
  expect([status === 0, output]).toEqual([false, expect.stringMatching(message)]);
  expect([linked(), ...unitNames.map((name) => textOf('units', name))]).toEqual(before);
  expect(releases()).toEqual(expect.arrayContaining(kept));
  expect(calls.filter((call) => call.startsWith('restart'))).toHaveLength(what === 'does not answer' ? 2 : 0);
  rmSync(inFolder('origin/deploy/dead'), { force: true });
  commit({ 'scripts/prepare.mjs': '', 'deploy/start.sh': checked });
});

testUpgrade('a script of the release before is there for a week after the switch, for pages that are open', () => {
  const assets = 'root/current/dist/client/assets';
  const isKept = (days: number) => {
    writeFileSync(inFolder(assets, 'before.js'), '');
    utimesSync(
      inFolder(assets, 'before.js'),
      ...([0, 0].map(() => Date.now() / 1000 - days * 86_400) as [number, number]),
    );
    commit();
    expect(upgrade().status).toBe(0);
    return existsSync(inFolder(assets, 'before.js'));
  };
  expect([isKept(6), isKept(8)]).toEqual([true, false]);
  // The time of a release's own script begins when the release is replaced.
  appendFileSync(inFolder('root/current/.assets'), 'before.js\n');
  expect(isKept(30)).toBe(true);
});

testUpgrade('a release without --check is not started with it: it would serve', () => {
  commit({ 'scripts/prepare.mjs': 'echo old >dist/server/main.cjs' });
  expect(upgrade()).toMatchObject({ status: 0, calls: switched.slice(1) });
});
