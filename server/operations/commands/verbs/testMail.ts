import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { commandLine } from '../../../config/commandLine.ts';
import type { Config } from '../../../config/config.ts';
import { OperatorError } from '../../../lib/errors.ts';
import { type Mail, mailDomainOf } from '../../../mail/mail.ts';
import { adviceForStep, type SmtpStep, smtpSteps, stepOf } from '../../../mail/smtpFault.ts';
import { mailFolder, smtpTransport } from '../../../mail/transport.ts';
import type { Terminal } from '../terminal.ts';

function composeTestMail({ mailFrom, mailTo }: Config['mail']['settings']) {
  return {
    from: mailFrom,
    to: mailTo,
    subject: 'Test mail of the website',
    messageId: `<test-${randomUUID()}@${mailDomainOf({ mailFrom })}>`,
    date: new Date(),
    headers: {},
    fileName: 'test',
    text: `This is a test.\n\nThe operator of the website sent it with "${commandLine} test-mail".\nThat it arrived means that orders and messages arrive too.\n`,
  } satisfies Mail;
}

function lineOf(step: string, result: 'ok' | 'FAILED', text: string): string {
  return `${step.padEnd(12)}${result.padEnd(8)}${text.replace(/\s+/g, ' ')}`.trimEnd().concat('\n');
}

/** Sends a test mail. Prints each step with its result. Rejects with an `OperatorError` that says what to do. */
async function sendTestMail(smtpUrl: string, mail: Mail, print: Terminal['print']): Promise<void> {
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

export function addTestMail(program: Command, { print, config }: Terminal): void {
  program
    .command('test-mail')
    .description('Send a test mail to MAIL_TO as the server would, and say which step fails')
    .action(async () => {
      const { store, mail } = config();
      const { smtpUrl, settings } = mail;
      if (smtpUrl === undefined)
        throw new OperatorError(
          `No mail was sent: without SMTP_URL each is a file in ${mailFolder(store.dataDirectory)}.`,
        );
      await sendTestMail(smtpUrl, composeTestMail(settings), print);
      await print(
        `\nThe mail server has taken the mail for ${settings.mailTo}: look whether it arrives, also among spam.\n`,
      );
    });
}
