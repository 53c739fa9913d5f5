import type { Command } from 'commander';
import { company } from '../../../../shared/company.ts';
import { commandLine } from '../../../config/commandLine.ts';
import { type MailConfig, readMailConfig } from '../../../config/config.ts';
import { configure } from '../../../config/configure.ts';
import type { Mail } from '../../../mail/mail.ts';
import { smtpTransport } from '../../../mail/transport.ts';
import { mailFolder } from '../../../mail/writtenMail.ts';
import { Failure } from '../../../outbox/faults.ts';
import { examples, type Session } from '../session.ts';
import { adviceForStep, followSteps, type SmtpStep, smtpSteps } from './smtpSteps.ts';

function composeTestMail({ mailFrom, mailTo }: MailConfig): Mail {
  return {
    from: mailFrom,
    to: mailTo,
    subject: `Test mail of the ${company.name} website`,
    date: new Date(),
    headers: { 'Auto-Submitted': 'auto-generated' },
    fileName: 'test',
    text: [
      'This is a test.',
      '',
      `The operator of the website sent it with "${commandLine} test-mail".`,
      'That it arrived means that orders and messages arrive too.',
      '',
    ].join('\n'),
  };
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

  const transport = smtpTransport(smtpUrl, logger);
  label('name');
  try {
    await transport.send(composeTestMail(config), new AbortController().signal);
    showUntil('message');
    await print(
      `${resultOf('message')}\n\nThe mail server has taken the mail for ${config.mailTo}: look whether it arrives, also among spam.\n`,
    );
  } catch (error) {
    const step = stepOfError(error);
    showUntil(step);
    const { response, message } = error as { response?: string; message?: string };
    await print(`FAILED  ${(response ?? message ?? String(error)).replace(/\s+/g, ' ').trim()}\n\n`);
    throw new Failure(adviceForStep(step, error), { cause: error });
  } finally {
    transport.close();
  }
}

/** Adds the verb `test-mail`. */
export function addTestMail(program: Command, { print }: Session): void {
  program
    .command('test-mail')
    .description('Send a test mail to MAIL_TO as the server would, and say which step fails')
    .addHelpText(
      'after',
      `
SMTP_URL, MAIL_FROM and MAIL_TO are read like the server's. The steps: ${smtpSteps.join(', ')}.
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
