import { startMailServer } from '../helpers/mail/mailServer.ts';
import { newInstallation } from '../helpers/site/installation.ts';
import { startTraffic } from '../helpers/site/traffic.ts';
import { newLedger } from '../helpers/visitor/ledger.ts';
import { type Part, rounded, unlimited, until } from './part.ts';
import { sizes } from './sizes.ts';

/** Upgrades and rolls back under load: no request may fail, and no submission may be lost or delivered twice. */
export async function runUpgrades({ expect, counts, judge, untilEnd }: Part): Promise<void> {
  const ledger = newLedger();
  const mailServer = await untilEnd(startMailServer({ onMail: ledger.noteMail }));
  const installation = await newInstallation({ ...unlimited, SMTP_URL: mailServer.url }, true);
  const upgrade = async (...parameters: string[]): Promise<void> => {
    const { exitCode, output } = await installation.upgrade(...parameters);
    expect(exitCode === 0, `upgrade.sh ${parameters} ended with ${exitCode}: ${output}`);
  };
  await upgrade();
  const traffic = startTraffic(installation.port, sizes.upgradeRate, ledger);
  for (let count = 0; count < sizes.upgrades; count += 1) {
    installation.commit({});
    await upgrade();
    await upgrade('--back');
  }
  const { requests, failures, resent, longest } = await traffic.stop();
  for (const failure of failures) expect(false, failure);
  await until(() => ledger.lost().length === 0, 30_000);
  await installation.remove();
  judge(ledger);
  expect(ledger.counts().twice === 0, 'something was delivered twice');
  Object.assign(counts, {
    'upgrades and roll-backs': 2 * sizes.upgrades,
    requests,
    failed: failures.length,
    'sent again on a new connection': resent,
    'longest wait, ms': rounded(longest, 0),
  });
}
