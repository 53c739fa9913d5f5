import { startMailServer } from '../helpers/mail/mailServer.ts';
import { newInstallation } from '../helpers/site/installation.ts';
import { startTraffic } from '../helpers/site/traffic.ts';
import { faultsOf, newLedger } from '../helpers/visitor/ledger.ts';
import { newFindings, type Report, rounded, until } from './report.ts';
import { sizes } from './sizes.ts';

const rate = 200;

/** Upgrades and rolls back under load: no request may fail, and no submission may be lost or delivered twice. */
export async function runUpgrades(): Promise<Report> {
  const { faults, expect } = newFindings();
  const ledger = newLedger();
  const mailServer = await startMailServer({ onMail: ledger.noteMail });
  const many = '100000000';
  const installation = await newInstallation(
    { SMTP_URL: mailServer.url, SUBMISSION_LIMIT: many, SUBMISSION_FLOOD: many },
    true,
  );
  const upgrade = async (...parameters: string[]): Promise<void> => {
    const { exitCode, output } = await installation.upgrade(...parameters);
    expect(exitCode === 0, `upgrade.sh ${parameters} ended with ${exitCode}: ${output}`);
  };
  await upgrade();
  const traffic = startTraffic(installation.port, rate, ledger);
  for (let count = 0; count < sizes.upgrades; count += 1) {
    installation.commit({});
    await upgrade();
    await upgrade('--back');
  }
  const { requests, failures, resent, longest } = await traffic.stop();
  for (const failure of failures) expect(false, failure);
  expect(await until(() => ledger.lost().length === 0, 30_000), 'something acknowledged was not delivered');
  expect(ledger.counts().twice === 0, 'something was delivered twice');
  await installation.remove();
  await mailServer.stop();
  faults.push(...faultsOf(ledger));
  return {
    counts: {
      'upgrades and roll-backs': 2 * sizes.upgrades,
      requests,
      failed: failures.length,
      'sent again on a new connection': resent,
      'longest wait, ms': rounded(longest, 0),
      ...ledger.counts(),
    },
    faults,
  };
}
