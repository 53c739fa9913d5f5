import path from 'node:path';
import { type Reaction, type Step, startMailServer } from '../helpers/mail/mailServer.ts';
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

type Case = { readonly step: Step; readonly reaction: Exclude<Reaction, Promise<void>>; readonly verdict: Verdict };

const replies = ['421 closing', '451 local error', '452 no room', '535 wrong credentials', '550 no', '554 refused'];
const mailSteps: readonly Step[] = ['mailFrom', 'rcptTo', 'data', 'dot'];

function verdictOn(step: Step, reply: string): Verdict {
  if (reply.startsWith('4')) return 'wait';
  return mailSteps.includes(step) && !reply.startsWith('535') ? 'refused' : 'alarm';
}

const cases: readonly Case[] = [
  ...(['connect', 'auth', ...mailSteps] as const).flatMap((step) =>
    replies.map((reaction): Case => ({ step, reaction, verdict: verdictOn(step, reaction) })),
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

/** Makes the mail server fail in every way: each fault must get its class, and no mail may be lost afterwards. */
export async function runSmtpFaults({ expect, counts, judge, untilEnd, folder }: Part): Promise<void> {
  const ledger = newLedger();
  const mailServer = await startMailServer({ onMail: ledger.noteMail });
  const dataDirectory = folder();
  // So long a delay that nothing is retried between the cases.
  const SMTP_URL = `smtp://user:secret@127.0.0.1:${mailServer.port}`;
  const start = () => startSite({ ...unlimited, MAIL_RETRY_SECONDS: '3600', SMTP_URL }, { dataDirectory });
  const site = await start();

  const post = async (to: Site): Promise<string> => {
    const posting = ledger.newPosting();
    const answer = await rawPost(to.port, posting);
    ledger.noteAnswer(posting, answer);
    expect(answer?.status === 200, `an answer was ${answer?.status}`);
    return answer?.reference ?? '';
  };
  const isDelivered = (reference: string) =>
    site.log.some((line) => line.reference === reference && line.msg === 'mail delivered');
  /** Checks the log line and the stored state after a mail's first attempt. */
  const expectOutcome = async (of: Site, reference: string, name: string, verdict: Verdict): Promise<void> => {
    const { msg } = await of.waitForLog((line) => line.reference === reference && line.msg.startsWith('mail '));
    expect(msg === verdicts[verdict], `${name}: "${msg}" instead of "${verdicts[verdict]}"`);
    const state = storedIn(dataDirectory).find((row) => row.reference === reference)?.state;
    expect(state === (verdict === 'refused' ? 'failed' : 'pending'), `${name}: kept as ${state}`);
  };
  const tryCase = async (tried: Case): Promise<void> => {
    // Another mail is held up before its first byte, and delivered after the fault. A mail server that takes a mail is right
    // again: else nothing would be sent in the pause that follows many of the faults.
    const connected = Promise.withResolvers<void>();
    const done = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    mailServer.react = (step) => {
      if (step !== 'connect') return undefined;
      connected.resolve();
      return done.promise;
    };
    const other = await post(site);
    await connected.promise;
    let isDone = false;
    mailServer.react = (step) => {
      // Silent until the visitor has the answer: a visitor who had to wait for the mail would never get one.
      if (step !== tried.step || isDone) return answered.promise;
      isDone = typeof tried.reaction !== 'string';
      return tried.reaction;
    };
    const reference = await post(site);
    answered.resolve();
    await expectOutcome(site, reference, nameOf(tried), tried.verdict);
    mailServer.react = () => undefined;
    done.resolve();
    expect(await until(() => isDelivered(other)), `${nameOf(tried)}: a mail that was under way is not delivered`);
  };
  for (const tried of cases) await tryCase(tried);

  // A mail that hangs delays neither the others nor the end.
  const hung = Promise.withResolvers<void>();
  mailServer.react = (step) => {
    if (step !== 'dot') return undefined;
    mailServer.react = () => undefined;
    hung.resolve();
    return { does: 'hang' };
  };
  await post(site);
  await hung.promise;
  const others = await Promise.all([post(site), post(site), post(site)]);
  expect(await until(() => others.every(isDelivered)), 'one mail that hangs kept others waiting');
  expect((await site.stop()).exitCode === 0, 'the server did not end well while a mail was hanging');

  // The mail server is stopped, then started again on the same port.
  await mailServer.stop();
  const lonely = await start();
  await expectOutcome(lonely, await post(lonely), 'nobody listens', 'wait');
  expect((await lonely.stop()).exitCode === 0, 'the server did not end well without a mail server');
  await untilEnd(startMailServer({ onMail: ledger.noteMail, port: mailServer.port }));

  // As an hour later.
  runInFile(path.join(dataDirectory, 'submissions.sqlite'), 'UPDATE mails SET due_at = due_at - 3660000');
  await untilEnd(start());
  const retried = await runToEnd(['submissions', 'retry', '--failed'], { DATA_DIR: dataDirectory });
  expect(retried.exitCode === 0, `retry: ${retried.output}`);
  await until(() => ledger.lost().length === 0);
  judge(ledger);
  counts['faults tried'] = cases.length + 2;
}
