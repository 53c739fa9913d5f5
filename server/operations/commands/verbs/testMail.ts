import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { company } from '../../../../shared/company.ts';
import { commandLine } from '../../../config/commandLine.ts';
import { type MailConfig, readMailConfig } from '../../../config/config.ts';
import { configure } from '../../../config/configure.ts';
import { deadlines } from '../../../lib/deadlines.ts';
import { headerOf } from '../../../mail/arrival/bounce.ts';
import { mailboxFaultOf } from '../../../mail/arrival/mailboxFault.ts';
import { type Copy, type FoundBounce, look } from '../../../mail/arrival/mailboxLook.ts';
import { type Mail, mailDomainOf } from '../../../mail/mail.ts';
import { mailFolder, smtpTransport } from '../../../mail/transport.ts';
import { Failure } from '../../../outbox/faults.ts';
import { adviceForMailbox } from '../../alarms/conditions/arrival.ts';
import { examples, type Session } from '../session.ts';
import { adviceForStep, followSteps, type SmtpStep, smtpSteps } from './smtpSteps.ts';

/** Between two looks for the test mail, in milliseconds. */
const lookInterval = 1000;

function composeTestMail({ mailFrom, mailTo }: MailConfig) {
  return {
    from: mailFrom,
    to: mailTo,
    subject: `Test mail of the ${company.name} website`,
    messageId: `<test-${randomUUID()}@${mailDomainOf({ mailFrom })}>`,
    date: new Date(),
    headers: {},
    fileName: 'test',
    text: [
      'This is a test.',
      '',
      `The operator of the website sent it with "${commandLine} test-mail".`,
      'That it arrived means that orders and messages arrive too.',
      '',
    ].join('\n'),
  } satisfies Mail;
}

/** Waits for a mail in the mailbox of MAIL_TO and prints what it finds. Rejects with a `Failure` that says what to do. */
async function awaitArrival(imapUrl: string, messageId: string, print: Session['print']): Promise<void> {
  await print('arrival'.padEnd(12));
  const begun = Date.now();
  const waited = () => `${Math.round((Date.now() - begun) / 1000)} s`;
  const fail = async (text: string, advice: string): Promise<never> => {
    await print(`FAILED  ${text}\n\n`);
    throw new Failure(advice);
  };
  const found = await findMail(imapUrl, messageId).catch((error: unknown) => {
    const { name, responseText, message } = error as { readonly [property: string]: unknown };
    const text = name === 'TimeoutError' ? `no answer within ${waited()}` : String(responseText ?? message);
    return fail(text, adviceForMailbox[mailboxFaultOf(error)]);
  });
  if (!found)
    return fail(
      `not in the INBOX, nor in the folders marked \\Junk, \\All or \\Archive after ${waited()}`,
      'The mail server has taken the mail, and it is not there: see whether IMAP_URL is the mailbox of MAIL_TO, whether a filter moves mail to another folder, whether the mail server gives mails another Message-ID, and what the provider of MAIL_TO says of rejected mail.',
    );
  if ('diagnostic' in found)
    return fail(
      `came back after ${waited()}: ${found.diagnostic}`,
      'See that MAIL_TO is right, and its mailbox not full.',
    );
  // The receiving server says what came of SPF, DKIM and DMARC (RFC 8601).
  const results = headerOf(found.headers, 'authentication-results') ?? 'none written';
  const text = `arrived in ${found.folder} after ${waited()}\n${''.padEnd(20)}Authentication-Results: ${results}`;
  if (found.folder === 'Junk')
    return fail(
      text,
      'Orders would lie there unread: mark the mail as no junk and its sender as known, and give the domain of MAIL_FROM the SPF and DKIM records that the provider of the mail server names.',
    );
  await print(`ok      ${text}\n`);
}

/** The copy of a mail or its bounce; undefined: neither came within a minute. Rejects with imapflow's error, or a `TimeoutError`. */
async function findMail(imapUrl: string, messageId: string): Promise<Copy | FoundBounce | undefined> {
  const signal = AbortSignal.timeout(deadlines.mailbox.test);
  const begun = performance.now();
  let looks = 0;
  try {
    for (; ; looks += 1) {
      const age = performance.now() - begun;
      const { copies, bounces } = await look(imapUrl, { messageIds: [messageId], age, lookAge: age }, signal);
      // A copy is proof, a bounce is none.
      const found = copies.at(-1) ?? bounces.find((bounce) => bounce.messageId === messageId);
      if (found) return found;
      await pause(lookInterval, undefined, { signal });
    }
  } catch (error) {
    if (signal.aborted && looks > 0) return undefined;
    signal.throwIfAborted();
    throw error;
  }
}

/** Sends a test mail and prints each step. Rejects with a `Failure` that says what to do. */
async function sendTestMail(smtpUrl: string, config: MailConfig, print: Session['print']): Promise<void> {
  const { hostname, host, protocol } = new URL(smtpUrl);
  await print(`From ${config.mailFrom} to ${config.mailTo} by ${protocol}//${host}\n\n`);

  let shown = 0;
  const show = (text: string): void => void print(text);
  const label = (step: SmtpStep): void => show(step.padEnd(12));
  const resultOf = (step: SmtpStep): string => {
    const answer = answers[step]?.replace(/\s+/g, ' ');
    if (step === 'name') return `ok      ${hostname} is ${answer}`;
    if (step === 'TLS' && protocol === 'smtps:') return 'ok      encrypted from the start';
    if (answer !== undefined) return `ok      ${answer}`;
    return step === 'connection' ? 'ok' : 'none';
  };
  const showUntil = (step: SmtpStep): void => {
    for (; shown < smtpSteps.indexOf(step); shown += 1) {
      show(`${resultOf(smtpSteps[shown] ?? step)}\n`);
      label(smtpSteps[shown + 1] ?? step);
    }
  };
  const { logger, answers, stepOfError } = followSteps(showUntil);

  const mail = composeTestMail(config);
  const transport = smtpTransport(smtpUrl, { logger });
  label('name');
  try {
    await transport.send(mail, new AbortController().signal);
    showUntil('message');
    await print(`${resultOf('message')}\n`);
  } catch (error) {
    const step = stepOfError(error);
    showUntil(step);
    const { response, message } = error as { response?: string; message?: string };
    await print(`FAILED  ${(response ?? message ?? String(error)).replace(/\s+/g, ' ').trim()}\n\n`);
    throw new Failure(adviceForStep(step, error), { cause: error });
  }
  if (config.imapUrl) return awaitArrival(config.imapUrl, mail.messageId, print);
  await print(`\nThe mail server has taken the mail for ${config.mailTo}: look whether it arrives, also among spam.\n`);
}

/** Adds the verb `test-mail`. */
export function addTestMail(program: Command, { print }: Session): void {
  program
    .command('test-mail')
    .description('Send a test mail to MAIL_TO as the server would, and say which step fails')
    .addHelpText(
      'after',
      `
SMTP_URL, MAIL_FROM, MAIL_TO and IMAP_URL are read like the server's. The steps: ${smtpSteps.join(', ')};
with IMAP_URL also the arrival, which may take a minute.
${examples(['test-mail'])}`,
    )
    .action(async () => {
      const config = configure(readMailConfig);
      if (config.smtpUrl === undefined)
        throw new Failure(
          `No mail was sent: without SMTP_URL the server writes each mail to a file in ${mailFolder(config.dataDirectory)}.`,
        );
      await sendTestMail(config.smtpUrl, config, print);
    });
}
