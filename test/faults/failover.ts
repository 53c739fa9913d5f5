import { startMailServer } from '../helpers/mail/mailServer.ts';
import { startTcpProxy } from '../helpers/network/tcpProxy.ts';
import { type Site, startSite } from '../helpers/site/site.ts';
import { startPostgres, startStandby } from '../helpers/store/postgres.ts';
import { newLedger, type Posting } from '../helpers/visitor/ledger.ts';
import { type Part, unlimited, until } from './part.ts';
import { rawPost } from './rawPost.ts';
import { sizes } from './sizes.ts';

const posters = 8;

/**
 * Kills the primary of a pair under load and promotes the standby, `sizes.failovers` times, each with a new pair: what was
 * acknowledged is mailed, since the standby is synchronous.
 */
export async function runFailover(part: Part): Promise<void> {
  const { expect } = part;
  const ledger = newLedger();
  const mailServer = await part.untilEnd(startMailServer({ onMail: ledger.noteMail }));
  let unavailable = 0;

  const failOver = async (): Promise<void> => {
    const primary = await part.untilEnd(startPostgres());
    const url = await primary.createDatabase();
    const standby = await part.untilEnd(startStandby(primary));
    await primary.configure({ synchronous_standby_names: 'standby' });
    // It stands for the name or address that moves to the new primary.
    const proxy = await part.untilEnd(startTcpProxy(primary.port));
    const mail = { SMTP_URL: mailServer.url, MAIL_RETRY_SECONDS: '1' };
    const start = () => part.untilEnd(startSite({ ...unlimited, ...mail, DATABASE_URL: proxy.through(url) }));
    const sites = await Promise.all([start(), start()]);
    let again: Posting[] = [];
    let isLoaded = true;
    const send = async (index: number, posting: Posting): Promise<void> => {
      const answer = await rawPost((sites[index % sites.length] as Site).port, posting);
      // A 503 leaves open whether it is stored: its key makes repeating safe.
      if (answer?.status === 503) unavailable += 1;
      else ledger.noteAnswer(posting, answer);
      if (answer?.status !== 200) again.push(posting);
    };
    const load = Array.from({ length: posters }, async (_, index) => {
      while (isLoaded) await send(index, ledger.newPosting());
    });
    expect(await until(() => ledger.acknowledged.size >= 20), 'nothing is acknowledged before the failover');
    await primary.kill();
    await standby.promote();
    proxy.moveTo(standby.port);
    const { size } = ledger.acknowledged;
    const goesOn = await until(() => ledger.acknowledged.size > size + 20);
    expect(goesOn, 'nothing is acknowledged after the failover');
    isLoaded = false;
    await Promise.all(load);
    while (again.length > 0 && goesOn) {
      const repeated = again;
      again = [];
      for (const [index, posting] of repeated.entries()) await send(index, posting);
    }
    await until(() => ledger.lost().length === 0, 200);
    const stored = await standby.query('SELECT reference FROM submissions', url);
    const references = new Set(stored.map(({ reference }) => reference));
    expect(references.size === stored.length, 'a reference is stored twice');
  };

  for (let round = 0; round < sizes.failovers; round += 1) await failOver();
  part.judge(ledger);
  Object.assign(part.counts, {
    failovers: sizes.failovers,
    'answered with 503': unavailable,
  });
}
