import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { submissionHeaders } from '../../../../shared/submission.ts';
import { commandLine } from '../../../config/commandLine.ts';
import type { Config } from '../../../config/config.ts';
import { mailDomainOf } from '../../../config/mailServerUrl.ts';
import { deadlines } from '../../../lib/deadlines.ts';
import { OperatorError } from '../../../lib/errors.ts';
import { newReference } from '../../../lib/reference.ts';
import { type Copy, type FoundBounce, mailboxFaultOf, mailboxReader } from '../../../mail/arrival/mailboxReader.ts';
import type { Mail } from '../../../mail/mail.ts';
import { adviceForStep, type SmtpStep, smtpSteps, stepOf } from '../../../mail/smtpFault.ts';
import { mailFolder, smtpTransport } from '../../../mail/transport.ts';
import { adviceForMailbox } from '../../alarms/conditions/mail.ts';
import type { Terminal } from '../terminal.ts';

function composeTestMail({ mailFrom, mailTo }: Config['mail']['settings']) {
  const reference = newReference();
  return {
    from: mailFrom,
    to: mailTo,
    subject: 'Test mail of the website',
    messageId: `<test-${reference.toLowerCase()}@${mailDomainOf({ mailFrom })}>`,
    headers: { [submissionHeaders.reference]: reference },
    fileName: 'test',
    text: `This is a test.\n\nThe operator of the website sent it with "${commandLine} test-mail".\nThat it arrived means that orders and messages arrive too.\n`,
  } satisfies Mail;
}

type TestMail = ReturnType<typeof composeTestMail>;

function lineOf(step: string, result: 'ok' | 'FAILED', text: string): string {
  return `${step.padEnd(12)}${result.padEnd(8)}${text.replace(/\s+/g, ' ')}`.trimEnd().concat('\n');
}

/** Sends a test mail. Prints each step with its result. Rejects with an `OperatorError` that says what to do. */
async function sendTestMail(smtpUrl: string, mail: TestMail, print: Terminal['print']): Promise<void> {
  const { protocol, host, username } = new URL(smtpUrl);
  await print(`From ${mail.from} to ${mail.to} by ${protocol}//${host}\n\n`);
  const notes: { [Step in SmtpStep]?: string } = {
    TLS: protocol === 'smtps:' ? 'from the start' : 'where the mail server offers it, or it is required',
    login: username ? '' : 'none in SMTP_URL',
  };
  const passed = (steps: readonly SmtpStep[]) => steps.map((step) => lineOf(step, 'ok', notes[step] ?? '')).join('');
  const transport = smtpTransport(smtpUrl);
  let reached: SmtpStep = 'connection';
  try {
    await transport.verify();
    reached = 'message';
    notes.message = await transport.send(mail, new AbortController().signal);
    await print(passed(smtpSteps));
  } catch (error) {
    const failed = stepOf(error, reached);
    const { response, message } = error as { response?: string; message: string };
    await print(passed(smtpSteps.slice(0, smtpSteps.indexOf(failed))) + lineOf(failed, 'FAILED', response ?? message));
    throw new OperatorError(`\n${adviceForStep(failed, error)}`, { cause: error });
  }
}

/** Looks every few seconds for the copy or the bounce of a mail. Gives up after a minute. Rejects with imapflow's error. */
async function findMail(imapUrl: string, { messageId, headers }: TestMail): Promise<Copy | FoundBounce | undefined> {
  const { test, read: readTimeout } = deadlines.mailbox;
  const mail = { messageId, reference: headers[submissionHeaders.reference] ?? '', age: test };
  const reader = mailboxReader(imapUrl);
  const end = performance.now() + test;
  while (performance.now() < end) {
    const wanted = { mails: [mail], age: test, lookAge: test };
    const { copies, bounces } = await reader.read(wanted, AbortSignal.timeout(readTimeout));
    // A copy counts more than a bounce, because a bounce may be wrong.
    const found = copies.at(-1) ?? bounces.find(({ messageIds }) => messageIds.includes(messageId));
    if (found) return found;
    // Some providers limit the logins per minute.
    await sleep(3000);
  }
  return undefined;
}

/** What the step `arrival` prints. If there is `advice`, the step has failed. */
type StepResult = { readonly text: string; readonly advice?: string };

function resultOf(found: Copy | FoundBounce | undefined): StepResult {
  if (!found)
    return {
      text: 'not in the INBOX, nor in the folders for junk and for all mail',
      advice:
        'The mail server has taken the mail, and it is not there: see whether IMAP_URL is the mailbox of MAIL_TO, whether a filter moves mail to another folder, whether the mail server gives mails another Message-ID and removes X-Reference, and what the provider of MAIL_TO says of rejected mail.',
    };
  if ('diagnostic' in found)
    return { text: `came back: ${found.diagnostic}`, advice: 'See that MAIL_TO is right, and its mailbox not full.' };
  // In this header, the receiving server reports the results of SPF, DKIM and DMARC (RFC 8601).
  const results = found.headers.get('authentication-results') ?? 'none written';
  const text = `arrived in ${found.folder}. Authentication-Results: ${results}`;
  if (found.folder !== 'Junk') return { text };
  return {
    text,
    advice:
      'Orders would lie there unread: mark the mail as no junk and its sender as known, and give the domain of MAIL_FROM the SPF and DKIM records that the provider of the mail server names.',
  };
}

/** `responseText`: the answer to a command. `reason`: what a server says that ends the connection. */
function faultResult(error: Error & { readonly responseText?: string; readonly reason?: string }): StepResult {
  return { text: error.responseText ?? error.reason ?? error.message, advice: adviceForMailbox[mailboxFaultOf(error)] };
}

export function addTestMail(program: Command, { print, config }: Terminal): void {
  program
    .command('test-mail')
    .description('Send a test mail to MAIL_TO as the server would, say which step fails, and with IMAP_URL await it')
    .action(async () => {
      const { store, mail, mailbox } = config();
      const { smtpUrl, settings } = mail;
      if (smtpUrl === undefined)
        throw new OperatorError(
          `No mail was sent: without SMTP_URL each is a file in ${mailFolder(store.dataDirectory)}.`,
        );
      const test = composeTestMail(settings);
      await sendTestMail(smtpUrl, test, print);
      if (!mailbox.imapUrl)
        return print(
          `\nThe mail server has taken the mail for ${settings.mailTo}: look whether it arrives, also among spam.\n`,
        );
      const { text, advice } = await findMail(mailbox.imapUrl, test).then(resultOf, faultResult);
      await print(lineOf('arrival', advice ? 'FAILED' : 'ok', text));
      if (advice) throw new OperatorError(`\n${advice}`);
    });
}
