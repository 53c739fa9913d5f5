import { rmSync } from 'node:fs';
import { startMailServer } from '../helpers/mail/mailServer.ts';
import { startTcpProxy } from '../helpers/network/tcpProxy.ts';
import { newDataDirectory, type Site, startSite } from '../helpers/site/site.ts';
import { startPostgres, startStandby } from '../helpers/store/postgres.ts';
import { faultsOf, newLedger, type Posting } from '../helpers/visitor/ledger.ts';
import { rawPost } from './rawPost.ts';
import { type Report, rounded, until } from './report.ts';
import { sizes } from './sizes.ts';

const posters = 8;

/**
 * Kills the primary of a pair under load and promotes the standby, `sizes.failovers` times, each with a new pair: what was
 * acknowledged is mailed, since the standby is synchronous.
 */
export async function runFailover(): Promise<Report> {
  const ledger = newLedger();
  const mailServer = await startMailServer({ onMail: ledger.noteMail });
  const faults: string[] = [];
  let longest = 0;
  let unavailable = 0;

  const failOver = async (): Promise<void> => {
    const primary = await startPostgres();
    const url = await primary.createDatabase();
    const standby = await startStandby(primary);
    await primary.configure({ synchronous_standby_names: 'standby' });
    // It stands for the name or address that moves to the new primary.
    const proxy = await startTcpProxy(primary.port);
    const dataDirectory = newDataDirectory();
    const environment = {
      DATABASE_URL: proxy.through(url),
      SMTP_URL: mailServer.url,
      SUBMISSION_LIMIT: '1000000',
      SUBMISSION_FLOOD: '1000000',
      MAIL_RETRY_SECONDS: '1',
    };
    const sites: Site[] = await Promise.all(
      [1, 2].map(() => startSite(environment, { dataDirectory, responseCache: false })),
    );
    let again: Posting[] = [];
    let isLoaded = true;
    const send = async (index: number, posting: Posting): Promise<boolean> => {
      const answer = await rawPost((sites[index % sites.length] as Site).port, posting);
      // A 503 leaves open whether it is stored: its key makes repeating safe.
      if (answer?.status === 503) unavailable += 1;
      else ledger.noteAnswer(posting, answer);
      if (answer?.status !== 200) again.push(posting);
      return answer?.status === 200;
    };
    const load = Array.from({ length: posters }, async (_, index) => {
      while (isLoaded) await send(index, ledger.newPosting());
    });
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await primary.kill();
    const killedAt = performance.now();
    await standby.promote();
    proxy.moveTo(standby.port);
    const mark = ledger.acknowledged.size;
    if (!(await until(() => ledger.acknowledged.size > mark, 20_000)))
      faults.push('nothing is acknowledged after the failover');
    longest = Math.max(longest, performance.now() - killedAt);
    await new Promise((resolve) => setTimeout(resolve, 500));
    isLoaded = false;
    await Promise.all(load);
    while (again.length > 0 && !faults.length) {
      const repeated = again;
      again = [];
      for (const [index, posting] of repeated.entries()) await send(index, posting);
    }
    if (!(await until(() => ledger.lost().length === 0, 30_000, 200)))
      faults.push(`${ledger.lost().length} acknowledged submissions are not mailed`);
    const stored = await standby.query('SELECT reference FROM submissions', url);
    const references = new Set(stored.map(({ reference }) => reference));
    if (references.size !== stored.length) faults.push('a reference is stored twice');
    for (const site of sites) await site.stop();
    rmSync(dataDirectory, { recursive: true, force: true });
    await Promise.all([proxy.stop(), primary.stop(), standby.stop()]);
  };

  for (let round = 0; round < sizes.failovers; round += 1) await failOver();
  await mailServer.stop();
  return {
    counts: {
      failovers: sizes.failovers,
      ...ledger.counts(),
      'answered with 503': unavailable,
      'longest pause (s)': rounded(longest / 1000),
    },
    faults: [...faults, ...faultsOf(ledger)],
  };
}
