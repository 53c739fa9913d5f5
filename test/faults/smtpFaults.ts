import path from 'node:path';
import { type MailServer, type Reaction, type Step, startMailServer } from '../helpers/mail/mailServer.ts';
import { runToEnd, type Site, startSite } from '../helpers/site/site.ts';
import { runInFile, storedIn } from '../helpers/store/stored.ts';
import { newLedger } from '../helpers/visitor/ledger.ts';
import { type Part, unlimited, until } from './part.ts';
import { rawPost } from './rawPost.ts';

/** The log message that must follow a fault at once. */
const verdicts = {
  wait: 'mail postponed',
  alarm: 'mail configuration at fault: will try again',
  refused: 'mail refused: kept as failed',
} as const;
type Verdict = keyof typeof verdicts;

type Case = {
  readonly step: Step;
  readonly reaction: Exclude<Reaction, Promise<void>>;
  readonly verdict: Verdict;
};

const replies = [
  ...['421 closing', '451 local error', '452 no room', '454 not now'],
  ...['530 authenticate first', '535 wrong credentials', '550 no', '554 refused'],
];
const credentials = new Set(['530', '535']);
const mailSteps: readonly Step[] = ['mailFrom', 'rcptTo', 'data', 'dot'];

const cases: readonly Case[] = [
  ...(['connect', 'auth', ...mailSteps] as const).flatMap((step) =>
    replies.map((reaction): Case => {
      const code = reaction.slice(0, 3);
      const permanent = mailSteps.includes(step) && !credentials.has(code) ? 'refused' : 'alarm';
      return { step, reaction, verdict: code.startsWith('4') ? 'wait' : permanent };
    }),
  ),
  ...(['connect', 'hello', 'auth', ...mailSteps] as const).map(
    (step): Case => ({ step, reaction: { does: 'drop' }, verdict: 'wait' }),
  ),
  { step: 'connect', reaction: 'HTTP/1.1 400 Bad Request', verdict: 'alarm' },
  { step: 'dot', reaction: { does: 'acceptAndDrop' }, verdict: 'wait' },
];

function nameOf({ step, reaction }: Case): string {
  return `${step} ${typeof reaction === 'string' ? reaction.slice(0, 8) : reaction.does}`;
}

// So long a delay that nothing is retried between the cases.
const environment = { ...unlimited, MAIL_RETRY_SECONDS: '3600' };

/** Makes the mail server fail in every way: each fault must get its class, and no mail may be lost afterwards. */
export async function runSmtpFaults({ expect, counts, judge, untilEnd, folder }: Part): Promise<void> {
  const ledger = newLedger();
  const seen: Record<Verdict, number> = { wait: 0, alarm: 0, refused: 0 };

  const post = async (site: Site): Promise<string> => {
    const posting = ledger.newPosting();
    const answer = await rawPost(site.port, posting);
    ledger.noteAnswer(posting, answer);
    expect(answer?.status === 200, `an answer was ${answer?.status}`);
    return answer?.reference ?? '';
  };

  /** Checks the log line and the stored state after a mail's first attempt. */
  const outcomeOf = async (site: Site, reference: string, name: string, verdict: Verdict) => {
    const line = () => site.log.find((entry) => entry.reference === reference && entry.msg.startsWith('mail '));
    await until(() => line() !== undefined);
    const { msg, level } = line() ?? {};
    expect(msg === verdicts[verdict], `${name}: "${msg}" instead of "${verdicts[verdict]}"`);
    expect((level === 50) === (verdict === 'refused'), `${name}: logged at level ${level}`);
    const state = storedIn(site.dataDirectory).find((row) => row.reference === reference)?.state;
    expect(state === (verdict === 'refused' ? 'failed' : 'pending'), `${name}: kept as ${state}`);
    seen[verdict] += 1;
  };

  let mailServer: MailServer = await startMailServer({ onMail: ledger.noteMail });
  const { port } = mailServer;
  const dataDirectory = folder();
  const start = () =>
    startSite({ ...environment, SMTP_URL: `smtp://user:secret@127.0.0.1:${port}` }, { dataDirectory });
  const site = await start();
  const isDelivered = (reference: string) =>
    site.log.some((line) => line.reference === reference && line.msg === 'mail delivered');

  /**
   * Posts while another mail is held up before its first byte, and delivers that afterwards: a mail server that takes one is
   * right again, so that nobody waits for the pause that follows on many of the faults.
   */
  const beside = async (act: () => Promise<void>): Promise<void> => {
    const [connected, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    mailServer.react = (step) => {
      if (step !== 'connect') return undefined;
      connected.resolve();
      return done.promise;
    };
    const other = await post(site);
    await connected.promise;
    await act();
    done.resolve();
    expect(await until(() => isDelivered(other)), 'a mail that was under way at a fault is not delivered');
  };
  const go = async (tried: Case): Promise<void> => {
    let active = true;
    const answered = Promise.withResolvers<void>();
    mailServer.react = (step) => {
      // Silent until the visitor has the answer: one that waits for the mail never comes.
      if (step !== tried.step || !active) return answered.promise;
      active = typeof tried.reaction !== 'string' ? false : active;
      return tried.reaction;
    };
    const reference = await post(site);
    answered.resolve();
    await outcomeOf(site, reference, nameOf(tried), tried.verdict);
    mailServer.react = () => undefined;
  };
  for (const tried of cases) await beside(() => go(tried));

  // A mail that hangs must not delay the others.
  let hung = false;
  mailServer.react = (step) => {
    if (step !== 'dot' || hung) return undefined;
    hung = true;
    return { does: 'hang' };
  };
  await post(site);
  await until(() => hung);
  const others = await Promise.all([post(site), post(site), post(site)]);
  expect(await until(() => others.every(isDelivered)), 'one mail that hangs kept others waiting');

  // It stops though a mail is hanging.
  const { exitCode } = await site.stop();
  expect(exitCode === 0, `the server ended with ${exitCode}`);

  // The mail server is stopped, then started again on the same port.
  await mailServer.stop();
  const lonely = await start();
  await outcomeOf(lonely, await post(lonely), 'nobody listens', 'wait');
  expect((await lonely.stop()).exitCode === 0, 'the server did not end well without a mail server');
  mailServer = await untilEnd(startMailServer({ onMail: ledger.noteMail, port }));

  // As an hour later.
  runInFile(path.join(dataDirectory, 'submissions.sqlite'), 'UPDATE mails SET due_at = due_at - 3660000');
  await untilEnd(start());
  const retried = await runToEnd(['submissions', 'retry', '--failed'], { DATA_DIR: dataDirectory });
  expect(retried.exitCode === 0, `retry: ${retried.output}`);
  await until(() => ledger.lost().length === 0);

  judge(ledger);
  Object.assign(counts, {
    'faults tried': cases.length + 2,
    'put right as wait': seen.wait,
    'put right as alarm': seen.alarm,
    'put right as refused': seen.refused,
  });
}
