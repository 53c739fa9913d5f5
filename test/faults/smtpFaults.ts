import path from 'node:path';
import { type MailServer, type Reaction, type Step, startMailServer } from '../helpers/mail/mailServer.ts';
import { runToEnd, type Site, startSite } from '../helpers/site/site.ts';
import { runInFile, storedIn } from '../helpers/store/stored.ts';
import { type Ledger, newLedger } from '../helpers/visitor/ledger.ts';
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

/** What each case does with a server, and what it expects of it. */
function newSteps({ expect }: Part, ledger: Ledger) {
  return {
    post: async (site: Site): Promise<string> => {
      const posting = ledger.newPosting();
      const answer = await rawPost(site.port, posting);
      ledger.noteAnswer(posting, answer);
      expect(answer?.status === 200, `an answer was ${answer?.status}`);
      return answer?.reference ?? '';
    },
    /** Checks the log line and the stored state after a mail's first attempt. */
    expectOutcome: async (site: Site, reference: string, name: string, verdict: Verdict): Promise<void> => {
      const { msg } = await site.waitForLog((line) => line.reference === reference && line.msg.startsWith('mail '));
      expect(msg === verdicts[verdict], `${name}: "${msg}" instead of "${verdicts[verdict]}"`);
      const state = storedIn(site.dataDirectory).find((row) => row.reference === reference)?.state;
      expect(state === (verdict === 'refused' ? 'failed' : 'pending'), `${name}: kept as ${state}`);
    },
    expectDelivered: async (site: Site, references: readonly string[], fault: string): Promise<void> => {
      const isDelivered = (reference: string) =>
        site.log.some((line) => line.reference === reference && line.msg === 'mail delivered');
      expect(await until(() => references.every(isDelivered)), fault);
    },
  };
}
type Steps = ReturnType<typeof newSteps>;

/**
 * Posts to a server whose mail server fails in this way. Another mail is held up before its first byte, and delivered after the
 * fault: a mail server that takes a mail is right again, and the next case need not wait for the pause after a fault.
 */
async function tryCase(tried: Case, site: Site, mailServer: MailServer, steps: Steps): Promise<void> {
  const connected = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  mailServer.react = (step) => {
    if (step !== 'connect') return undefined;
    connected.resolve();
    return done.promise;
  };
  const other = await steps.post(site);
  await connected.promise;
  let isDone = false;
  mailServer.react = (step) => {
    // Silent until the visitor has the answer: a visitor who had to wait for the mail would never get one.
    if (step !== tried.step || isDone) return answered.promise;
    isDone = typeof tried.reaction !== 'string';
    return tried.reaction;
  };
  const reference = await steps.post(site);
  answered.resolve();
  await steps.expectOutcome(site, reference, nameOf(tried), tried.verdict);
  mailServer.react = () => undefined;
  done.resolve();
  await steps.expectDelivered(site, [other], `${nameOf(tried)}: a mail that was under way is not delivered`);
}

/** Makes the mail server fail in every way: each fault must get its class, and no mail may be lost afterwards. */
export async function runSmtpFaults(part: Part): Promise<void> {
  const { expect } = part;
  const ledger = newLedger();
  const steps = newSteps(part, ledger);
  const mailServer = await startMailServer({ onMail: ledger.noteMail });
  const dataDirectory = part.folder();
  // So long a delay that nothing is retried between the cases.
  const SMTP_URL = `smtp://user:secret@127.0.0.1:${mailServer.port}`;
  const start = () => startSite({ ...unlimited, MAIL_RETRY_SECONDS: '3600', SMTP_URL }, { dataDirectory });
  const site = await start();
  for (const tried of cases) await tryCase(tried, site, mailServer, steps);

  // A mail that hangs delays neither the others nor the end.
  const hung = Promise.withResolvers<void>();
  mailServer.react = (step) => {
    if (step !== 'dot') return undefined;
    mailServer.react = () => undefined;
    hung.resolve();
    return { does: 'hang' };
  };
  await steps.post(site);
  await hung.promise;
  const others = await Promise.all([steps.post(site), steps.post(site), steps.post(site)]);
  await steps.expectDelivered(site, others, 'one mail that hangs kept others waiting');
  expect((await site.stop()).exitCode === 0, 'the server did not end well while a mail was hanging');

  // The mail server is stopped, then started again on the same port.
  await mailServer.stop();
  const lonely = await start();
  await steps.expectOutcome(lonely, await steps.post(lonely), 'nobody listens', 'wait');
  expect((await lonely.stop()).exitCode === 0, 'the server did not end well without a mail server');
  await part.untilEnd(startMailServer({ onMail: ledger.noteMail, port: mailServer.port }));

  // As an hour later.
  runInFile(path.join(dataDirectory, 'submissions.sqlite'), 'UPDATE mails SET due_at = due_at - 3660000');
  await part.untilEnd(start());
  const retried = await runToEnd(['submissions', 'retry', '--failed'], { DATA_DIR: dataDirectory });
  expect(retried.exitCode === 0, `retry: ${retried.output}`);
  await until(() => ledger.lost().length === 0);
  part.judge(ledger);
  part.counts['faults tried'] = cases.length + 2;
}
