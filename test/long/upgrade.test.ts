import { spawnSync } from 'node:child_process';
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
