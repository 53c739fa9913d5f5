import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, rmdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { startMailServer } from '../helpers/mail/mailServer.ts';
import { newArrivals } from '../helpers/site/arrivals.ts';
import { type Installation, newInstallation } from '../helpers/site/installation.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { newLedger } from '../helpers/visitor/ledger.ts';
import { post, referenceOf } from '../helpers/visitor/posts.ts';

const missing = ['git', 'curl'].filter((name) => spawnSync(name, ['--version']).status !== 0);
const testUpgrade = missing.length === 0 ? test : test.skip;
const skipped = missing.length === 0 ? '' : ` (skipped: apt-get install ${missing.join(' ')})`;

const ledger = newLedger();
const mails = newArrivals<string>(() => `mails are missing: ${ledger.lost()}`);
let installation: Installation;
beforeAll(async () => {
  if (missing.length > 0) return;
  const onMail = (raw: string) => {
    ledger.noteMail(raw);
    mails.add(raw);
  };
  const { url } = await untilEnd(startMailServer({ onMail }));
  const many = '1000000';
  installation = await newInstallation({ SMTP_URL: url, SUBMISSION_LIMIT: many, SUBMISSION_FLOOD: many });
});
afterAll(() => installation?.remove());

/** Sends five requests a second, alternately a GET and a post. `stop` resolves with the statuses of all answers. */
function startTraffic(url: string) {
  const answers: Promise<number | string>[] = [];
  const visit = async (): Promise<number> => {
    // The GET asks for no page, because the starting releases would be slower if they had to render pages.
    if (answers.length % 2 === 0) return (await request(url).get('/robots.txt').set('Connection', 'close')).status;
    const posting = ledger.newPosting();
    const answer = await post({ url }, posting.body, { key: posting.key }).set('Connection', 'close');
    ledger.noteAnswer(posting, { status: answer.status, reference: referenceOf(answer) });
    return answer.status;
  };
  const timer = setInterval(() => void answers.push(visit().catch(String)), 200);
  return {
    stop: () => {
      clearInterval(timer);
      return Promise.all(answers);
    },
  };
}

testUpgrade(
  `while upgrading and rolling back no request fails, and no order is lost or doubled${skipped}`,
  async () => {
    expect(await installation.upgrade()).toMatchObject({ exitCode: 0 });
    const first = installation.release('current');
    const second = installation.commit({});
    const traffic = startTraffic(`http://127.0.0.1:${installation.port}`);
    /** Resolves when the mail of one more order has come. On a fast machine, an upgrade may end before an order is sent at all. */
    const anotherOrder = () => {
      const before = mails.all.length;
      return mails.waitFor(() => mails.all.length > before);
    };
    await anotherOrder();

    // If two upgrades begin at the same time, one of them refuses to run.
    const upgrades = await Promise.all([installation.upgrade(), installation.upgrade()]);
    expect(upgrades.map(({ exitCode }) => exitCode).sort()).toEqual([0, 1]);
    expect(upgrades).toContainEqual({ exitCode: 1, output: 'Another upgrade is running.\n' });
    expect([installation.release('current'), installation.release('previous')]).toEqual([second, first]);

    expect(await installation.upgrade('--back')).toMatchObject({ exitCode: 0 });
    expect(installation.release('current')).toBe(first);
    await anotherOrder();

    const statuses = await traffic.stop();
    expect(statuses.length).toBeGreaterThan(5);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    await mails.waitFor(() => ledger.lost().length === 0);
    const { posted, acknowledged, delivered, twice } = ledger.counts();
    expect({ acknowledged, delivered, twice }).toEqual({ acknowledged: posted, delivered: posted, twice: 0 });
  },
);

testUpgrade(`a script of the release before is there for a week, for pages that are open${skipped}`, async () => {
  const { port, currentFile, commit, upgrade } = installation;
  const name = 'before.0123.js';
  const file = () => currentFile(`dist/client/assets/${name}`);
  const isServed = async () => (await request(`http://127.0.0.1:${port}`).get(`/assets/${name}`)).status === 200;
  // The file's time says that it was built 30 days ago.
  writeFileSync(file(), '"before"');
  appendFileSync(currentFile('.assets'), `${name}\n`);
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000);
  utimesSync(file(), daysAgo(30), daysAgo(30));
  const upgraded = async () => {
    commit({});
    expect(await upgrade()).toMatchObject({ exitCode: 0 });
    return isServed();
  };
  expect(await upgraded()).toBe(true);
  expect(await upgraded()).toBe(true);
  utimesSync(file(), daysAgo(8), daysAgo(8));
  expect(await upgraded()).toBe(false);
});

testUpgrade(
  `an upgrade refuses a database of a newer schema, and a .env that cannot be used, before the switch, with the reason${skipped}`,
  async () => {
    const { release, pid, commit, upgrade, file } = installation;
    const before = [release('current'), release('previous'), pid()];
    commit({});
    const refused = async (reason: string) => {
      const { exitCode, output } = await upgrade();
      expect([exitCode, output]).toEqual([1, expect.stringMatching(`${reason}[\\s\\S]*nothing has changed\\.`)]);
      expect([release('current'), release('previous'), pid()]).toEqual(before);
    };
    const database = new DatabaseSync(file('data/submissions.sqlite'));
    const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number };
    database.exec('PRAGMA user_version = 99');
    await refused('was written by a newer version');
    database.exec(`PRAGMA user_version = ${version}`);
    database.close();
    const environment = readFileSync(file('.env'), 'utf8');
    writeFileSync(file('.env'), `${environment}PORT=http\n`);
    await refused('PORT: expected a whole number');
    rmSync(file('.env'));
    mkdirSync(file('.env'));
    await refused('.env cannot be read \\(EISDIR\\)');
    rmdirSync(file('.env'));
    writeFileSync(file('.env'), environment);
    expect(await upgrade()).toMatchObject({ exitCode: 0 });
  },
);

testUpgrade(`a release without --check is not started with it: it would serve${skipped}`, async () => {
  const { release, commit, upgrade, file } = installation;
  const [builder, start] = ['scripts/prepare.mjs', 'deploy/start.sh'].map((name) =>
    readFileSync(file(`source/${name}`), 'utf8'),
  );
  const forget = `
    import { readFileSync, writeFileSync } from 'node:fs';
    const program = 'dist/server/main.cjs';
    writeFileSync(program, readFileSync(program, 'utf8').replaceAll('--check', '--unknown'));`;
  const old = commit({
    'scripts/prepare.mjs': `${builder}${forget}`,
    'deploy/start.sh': `#!/bin/sh\n[ "$*" != --check ] || exit 1\n${start}`,
  });
  expect(await upgrade()).toMatchObject({ exitCode: 0 });
  expect(release('current')).toBe(old);
  commit({ 'scripts/prepare.mjs': builder ?? '', 'deploy/start.sh': start ?? '' });
  expect(await upgrade()).toMatchObject({ exitCode: 0 });
  expect(await upgrade('--back')).toMatchObject({ exitCode: 0 });
  expect(release('current')).toBe(old);
  expect(await upgrade()).toMatchObject({ exitCode: 0 });
});

testUpgrade.each([
  [
    'passes its check but does not start is replaced by the previous release',
    {
      'deploy/real.sh': readFileSync(path.join(import.meta.dirname, '../../deploy/start.sh'), 'utf8'),
      'deploy/start.sh': '#!/bin/sh\n[ "$*" != --check ] || exec deploy/real.sh "$@"\necho The reason\nexit 1\n',
    },
    '\nThe reason\n',
  ],
  [
    'fails its check leaves the running release unchanged, and its build is kept',
    { 'deploy/start.sh': '#!/bin/sh\nexit 78\n' },
    'cannot start: nothing has changed.',
  ],
  [
    'cannot be built leaves the running release unchanged',
    { 'scripts/prepare.mjs': 'process.exit(1);' },
    'The build failed: nothing has changed.',
  ],
])(`a release that %s${skipped}`, async (_what, files, message) => {
  const { port, release, releases, pid, commit, upgrade } = installation;
  const isUntouched = message.endsWith('nothing has changed.');
  const state = () => ({
    releases: [release('current'), release('previous')],
    pid: isUntouched ? pid() : undefined,
  });
  const before = state();
  const broken = commit(files);
  const { exitCode, output } = await upgrade();
  expect(exitCode).toBe(1);
  expect(output).toContain(message);
  expect(state()).toEqual(before);
  expect(releases().includes(broken)).toBe(!message.startsWith('The build'));
  expect((await request(`http://127.0.0.1:${port}`).get('/healthz')).status).toBe(200);
});
