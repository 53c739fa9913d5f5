// Runs the real deploy/upgrade.sh in a folder in place of /srv/website, with small scripts in place of systemctl, curl and the build.
// `npm run faults` restarts a real server on an open socket, under load.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { hang } from '../helpers/hang.ts';
import { directoryUntilEnd } from '../helpers/untilEnd.ts';

const hasGit = spawnSync('git', ['--version']).status === 0;
const folder = directoryUntilEnd();
const deploy = path.resolve(import.meta.dirname, '../../deploy');
const identity = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a' };
const env = {
  ...identity,
  PATH: `${folder}/programs:${process.env.PATH}`,
  WEBSITE_ROOT: `${folder}/root`,
  WEBSITE_USER: userInfo().username,
  WEBSITE_UNITS: `${folder}/units`,
  STATE: folder,
};

// `calls` gets a line for each change of the units, and `running` the release that a restart starts. A release whose folder
// `deploy` has a file `dead` does not answer; with a file `full`, it can store nothing.
const isAnswering = '[ ! -e "$WEBSITE_ROOT/current/deploy/dead" ]';
// The file `away` stands for a database that does not answer.
const isStoring = `[ ! -e "$STATE/away" ] && [ ! -e "$WEBSITE_ROOT/current/deploy/full" ] && ${isAnswering}`;
const programs = {
  systemctl: `case "$*" in
    *Listen*) echo '127.0.0.1:9 (Stream)'; echo '[::1]:9 (Stream)' ;;
    *is-active*website.socket) [ -e "$STATE/open" ] ;;
    *is-active*) ${isStoring} || rm "$STATE/once" 2>/dev/null ;;
    *) echo "$*" >>"$STATE/calls"; case "$*" in
      start*) touch "$STATE/open" ;;
      restart*) readlink "$WEBSITE_ROOT/current" >"$STATE/running" ;; esac ;;
  esac`,
  // Without -f, curl succeeds also if the site says that it cannot store anything. Without --noproxy, a proxy would answer.
  curl: `case "$*" in
    *--noproxy*'http://127.0.0.1:9/healthz') [ "$1" != -fs ] || { ${isStoring}; } ;;
    *--noproxy*'http://127.0.0.1:9/robots.txt') ${isAnswering} ;;
    *) exit 7 ;;
  esac`,
  journalctl: 'echo The reason',
  // It builds. Packages may change the files of the repository meanwhile.
  node: `set -e; mkdir -p node_modules dist/server dist/client/assets data; touch data/strange deploy/dead
    echo '"--check"' >dist/server/main.cjs; echo a >dist/client/assets/main.js; echo b | tee .env >deploy/start.sh; . ./$1`,
};
const start = `echo "start $*" >>"$STATE/calls"; [ ! -e "$STATE/away" ] || echo "The database of DATABASE_URL is away."`;

/** Runs a script of the shell in `folder`. Returns its exit code and all that it printed. */
function run(script: string) {
  const options = { cwd: folder, env, encoding: 'utf8', timeout: hang } as const;
  const { status, stdout } = spawnSync('sh', ['-c', `exec 2>&1; ${script}`], options);
  return { status, output: stdout.trim() };
}
/** Runs upgrade.sh. `calls`: what it did with the units; `start --check`: it checked the release. */
function upgrade(parameters = '', holder = '') {
  const result = run(`: >calls; touch once; ${holder} '${deploy}/upgrade.sh' ${parameters}`);
  return { ...result, calls: readFileSync(`${folder}/calls`, 'utf8').trim().split('\n') };
}
/** Changes the repository by a script. Returns the name of the commit's release. */
function commit(script = 'true'): string {
  return run(`cd origin; ${script}; git add -A; git commit -qm a --allow-empty; git rev-parse --short=12 HEAD`).output;
}
function linked(): string[] {
  const [running, ...links] = run('basename -a $(cat running; readlink root/current root/previous)').output.split('\n');
  expect(running).toBe(links[0]);
  return links;
}
const releases = () => run('ls root/releases').output.split('\n');
const switching = ['daemon-reload', '--quiet enable website.service website.socket website-backup.timer'];
const switched = ['start --check', ...switching, 'restart website.service'];

(hasGit ? describe : describe.skip)(`upgrade.sh${hasGit ? '' : ' (skipped: apt-get install git)'}`, () => {
  test('a first installation has folders and a .env that strangers cannot read, and the files of the repository', () => {
    // Root may have another umask: `git clone` has made the folder with it.
    run(`mkdir -m 700 root; mkdir -p units programs origin/scripts`);
    run(`cp -r '${deploy}' origin; git init -qb main origin`);
    for (const [name, script] of Object.entries(programs))
      writeFileSync(`${folder}/programs/${name}`, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const first = commit(`touch scripts/prepare.mjs; echo PORT=3000 >.env.example; echo '${start}' >deploy/start.sh`);
    run('git clone -q origin root/source');

    const opened = ['stop website.service', 'start website.socket website-backup.timer', 'restart website.service'];
    expect(upgrade()).toMatchObject({ status: 0, calls: ['start --check', ...switching, ...opened] });
    const modes = '755 .\n700 data\n700 backups\n755 releases\n640 .env';
    expect(run('cd root; stat -c "%a %n" . data backups releases .env').output).toBe(modes);
    expect(run('cat root/.env').output).toBe(`PORT=3000\n\nBACKUP_DIR=${folder}/root/backups`);
    expect(run('cd root; readlink current/.env current/data').output).toBe('../../.env\n../../data');
    const compared = run(
      'diff -r origin/deploy root/current/deploy; diff -r origin/deploy units | grep -v "^Only in origin"',
    );
    expect(compared.output).toBe('');
    const units = ['website-backup.service', 'website-backup.timer', 'website.service', 'website.socket'];
    expect(run('cd units; stat -c "%n %a" *').output.split('\n')).toEqual(units.map((unit) => `${unit} 644`));
    expect([releases(), upgrade('--back').output]).toEqual([[first], 'There is no release to go back to.']);
  });

  test('the release before is kept, also if one revision is installed twice, and --back switches to it and forth', () => {
    const [first = ''] = releases();
    run('echo PORT=3001 >root/.env');
    const second = commit();
    expect(upgrade('main')).toMatchObject({ status: 0, calls: switched });
    expect(upgrade()).toMatchObject({ status: 0, calls: switched });
    expect([linked(), releases()]).toEqual([[second, first], [first, second].sort()]);
    const third = commit();
    expect(upgrade('', 'flock root/.lock').output).toBe('Another upgrade is running.');
    expect(linked()).toEqual([second, first]);
    expect(upgrade().status).toBe(0);
    for (const running of [second, third]) {
      expect(upgrade('--back')).toMatchObject({ status: 0, calls: switched });
      const links = running === second ? [second, third] : [third, second];
      expect([linked(), releases()]).toEqual([links, [second, third].sort()]);
    }
    expect(run('cat root/.env').output).toBe('PORT=3001');
  });

  test.each([
    ['cannot be fetched', 'mv root/source/.git/HEAD root', 'The repository cannot be fetched: nothing has changed.'],
    ['cannot be built', 'echo exit 1 >scripts/prepare.mjs', 'The build failed: nothing has changed.'],
    ['has no assets', 'echo rm -r dist/client >scripts/prepare.mjs', 'no folder dist/client: nothing has changed.'],
    ['fails its check', 'echo exit 78 >deploy/start.sh', 'cannot start: nothing has changed.'],
    ['does not answer', 'touch deploy/dead; echo new >deploy/website.service', /The reason\n\w+ runs as before\.$/],
    ['stores nothing', 'touch deploy/full', /The reason\n\w+ runs as before\.$/],
  ])('a release that %s leaves the running one, and the one to go back to', (what, change, message) => {
    const state = () => [linked(), run('cat units/*').output];
    const before = state();
    const kept = releases();
    commit(change.startsWith('mv') ? 'true' : change);
    if (change.startsWith('mv')) run(change);
    const { status, output, calls } = upgrade();
    expect([status === 0, output]).toEqual([false, expect.stringMatching(message)]);
    expect(state()).toEqual(before);
    expect(releases()).toEqual(expect.arrayContaining(kept));
    expect(calls.filter((call) => call.startsWith('restart'))).toHaveLength(/answer|stores/.test(what) ? 2 : 0);
    run('mv root/HEAD root/source/.git');
    commit('git reset -q --hard HEAD^');
  });

  test('a tag that has moved is followed, as is a commit while the database is away', () => {
    run('cd origin; git tag -f v1');
    expect(upgrade('v1').status).toBe(0);
    const moved = commit();
    run('cd origin; git tag -f v1; touch ../away');
    const { status, output, calls } = upgrade('v1');
    run('rm away');
    expect([status, calls.filter((call) => call.startsWith('restart')).length]).toEqual([0, 1]);
    expect(output).toContain('The database of DATABASE_URL is away.\n');
    expect(linked()[0]).toBe(moved);
  });

  test('a script of the release before is there for a week after the switch, for pages that are open', () => {
    const assets = 'root/current/dist/client/assets';
    const isKept = (days: number, list = 'true') => {
      commit();
      run(`touch -d '${days} days ago' ${assets}/before.js; ${list}`);
      return [upgrade().status, run(`ls ${assets}`).output.includes('before.js')];
    };
    expect(isKept(6)).toEqual([0, true]);
    expect(isKept(8)).toEqual([0, false]);
    // The week of a release's own scripts begins when the release is replaced.
    expect(isKept(30, 'echo before.js >>root/current/.assets')).toEqual([0, true]);
  });

  test("as root, the build and the check run as the user, and what the build has left becomes root's", () => {
    const note = (what: string) => `echo "${what}" >>"$STATE/owners"`;
    const asRoot = { id: 'echo 0', setpriv: `shift 5; ${note('run $*')}; "$@"`, chown: note('$*') };
    run('mkdir asRoot');
    for (const [name, script] of Object.entries(asRoot))
      writeFileSync(`${folder}/asRoot/${name}`, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    commit();
    expect(upgrade('', `WEBSITE_USER=site PATH="${folder}/asRoot:$PATH"`).status).toBe(0);
    expect(run(`sed 's|${folder}/root/||' owners`).output.split('\n')).toEqual([
      ...['site: data', 'site: backups', '-Rh site: releases/.building'],
      ...['run node scripts/prepare.mjs build', '-Rh root: releases/.building', 'run deploy/start.sh --check'],
    ]);
  });
});
