import { expect, test } from '@jest/globals';
import { deadlines } from '../../server/lib/deadlines.ts';
import { referencesIn, startMailServer } from '../helpers/mail/mailServer.ts';
import { sharedPostgres } from '../helpers/run/shared.ts';
import { startApp } from '../helpers/site/app.ts';
import { startSite } from '../helpers/site/site.ts';
import { withDebianTool } from '../helpers/tools/withDebianTool.ts';
import { logged, submit } from '../helpers/visitor/posts.ts';

withDebianTool('postgres', () => {
  test('the mail of a server that was killed while sending it leaves from another within a minute, once', async () => {
    const databases = await sharedPostgres();
    const url = await databases.createDatabase();
    const { promise: isSending, resolve: noteSending } = Promise.withResolvers<void>();
    const silent = await startMailServer({
      react: (step) => {
        if (step !== 'dot') return undefined;
        noteSending();
        return { does: 'hang' };
      },
    });
    const killed = await startSite({ DATABASE_URL: url, SMTP_URL: silent.url });
    const reference = await submit(killed);
    await isSending;
    const mailServer = await startMailServer();
    const other = await startApp({ DATABASE_URL: url, SMTP_URL: mailServer.url });
    killed.signal('SIGKILL');
    await killed.ended;
    await logged(other, 'mail delivered', await submit(other));
    const sql =
      'SELECT (lease_until - extract(epoch FROM now()) * 1000)::integer AS left FROM mails WHERE sent_at IS NULL';
    const [{ left }] = (await databases.query(sql, url)) as [{ left: number }];
    expect(left).toBeGreaterThan(0);
    // The other looks at least that often.
    expect(left + deadlines.mail.poll).toBeLessThan(60_000);
    await databases.query(`UPDATE mails SET lease_until = lease_until - ${left + 1}`, url);
    // Wakes the other, which looks by itself every 15 seconds.
    for (const each of [await submit(other), reference]) await logged(other, 'mail delivered', each);
    expect(mailServer.mails.flatMap(referencesIn).filter((each) => each === reference)).toHaveLength(1);
    await Promise.all([silent.stop(), killed.stop(), other.stop()]);
    await mailServer.stop();
    await databases.dropDatabase(url);
  });
});
