import type { SMTPTransportOptions } from 'nodemailer';
import { adviceFor, classifyFault, type SmtpError } from '../../../mail/smtpFault.ts';

/** The steps of a mail to an SMTP server, in their order. */
export const smtpSteps = ['name', 'connection', 'TLS', 'login', 'sender', 'recipient', 'message'] as const;
export type SmtpStep = (typeof smtpSteps)[number];

/** Which step a command of the client belongs to. The lines of a login are no commands. */
function stepOf(command: string): SmtpStep {
  if (/^(?:EHLO|HELO)\b/.test(command)) return 'connection';
  if (command.startsWith('STARTTLS')) return 'TLS';
  if (command.startsWith('MAIL FROM')) return 'sender';
  if (command.startsWith('RCPT TO')) return 'recipient';
  return command === 'DATA' ? 'message' : 'login';
}

/** The step that an error names; undefined for a connection that broke or timed out. */
function stepNamedBy(error: unknown): SmtpStep | undefined {
  const { responseCode, command, code, originalCode } = error as SmtpError;
  if (code === 'EDNS') return 'name';
  if (code === 'ETLS') return 'TLS';
  if (code === 'EAUTH') return 'login';
  if (typeof responseCode !== 'number')
    return originalCode !== undefined && classifyFault(error) === 'alarm' ? 'TLS' : undefined;
  return typeof command === 'string' && !['CONN', 'API'].includes(command) ? stepOf(command) : undefined;
}

/**
 * Follows nodemailer's transaction log. `begun` is called when a step's answer is awaited: several commands may be on
 * their way at once (PIPELINING).
 */
export function followSteps(begun: (step: SmtpStep) => void) {
  const awaited: SmtpStep[] = [];
  const answers: { [Step in SmtpStep]?: string } = {};
  let current: SmtpStep = 'name';
  let isRefused = false;

  const onAnswer = (text: string): void => {
    const step = awaited.shift();
    if (step === undefined) return;
    isRefused ||= /^[45]/.test(text);
    // The greeting says more than the list of extensions.
    answers[step] = (step === 'connection' && answers[step]) || text;
    // The handshake, or the mail itself, is still to come.
    if ((step === 'TLS' && text.startsWith('220')) || (step === 'message' && text.startsWith('354')))
      awaited.unshift(step);
  };
  const onCommand = (text: string): void => {
    const step = stepOf(text);
    if (awaited[0] === 'TLS') awaited.shift();
    // The client goes on in another way.
    isRefused = false;
    awaited.push(step);
  };

  const onEntry = ({ tnx, resolved }: { tnx?: string; resolved?: string }, text = ''): void => {
    if (tnx === 'dns') {
      answers.name = resolved ?? '';
      awaited.push('connection');
    } else if (tnx === 'client') onCommand(text);
    else if (tnx === 'server') onAnswer(text);
    const [next] = awaited;
    if (isRefused || next === undefined || smtpSteps.indexOf(next) <= smtpSteps.indexOf(current)) return;
    current = next;
    begun(current);
  };

  return {
    logger: { debug: onEntry } satisfies SMTPTransportOptions['logger'],
    /** What the mail server answered in a step; for the name, its address. */
    answers,
    /** The step that failed with an error of nodemailer. */
    stepOfError: (error: unknown): SmtpStep => stepNamedBy(error) ?? current,
  };
}

const firstAdvice: Readonly<Record<SmtpStep, string>> = {
  name: 'Check the host in SMTP_URL, and whether this machine can look up names at all.',
  connection:
    'Check host and port in SMTP_URL, and that no firewall blocks the port, here or at the hosting provider: 587 and 465 are usual.',
  TLS: 'Check the port in SMTP_URL: smtps:// is for one that speaks TLS from the start (usually 465), smtp:// for STARTTLS (587).',
  login: 'Check user name and password in SMTP_URL, with special characters percent-encoded.',
  sender: 'The mail server does not let this login send as MAIL_FROM: use an address that belongs to it.',
  recipient: 'The mail server takes no mail for MAIL_TO: check the address, and whether it wants a login in SMTP_URL.',
  message: 'The mail server refuses the text, often as spam: its answer says why, and its provider what to change.',
};

/** What the operator can do about the error of a step. */
export function adviceForStep(step: SmtpStep, error: unknown): string {
  const { responseCode } = error as SmtpError;
  if (typeof responseCode === 'number' && responseCode < 500)
    return 'That is a refusal for now: the website tries again by itself. If it lasts, ask the provider of the mail server.';
  if (step === 'name') return firstAdvice.name;
  const known = classifyFault(error) === 'alarm' && adviceFor(error);
  if (known) return known;
  const hasAnswered = typeof responseCode === 'number';
  if (step === 'connection' && hasAnswered)
    return 'There is a mail server, and it refuses this machine: its answer says why, often a blocklist or a missing reverse DNS name. Its provider, or that of this machine, can change it.';
  const isAfterConnection = smtpSteps.indexOf(step) > smtpSteps.indexOf('TLS');
  if (isAfterConnection && !hasAnswered)
    return 'The mail server broke off or fell silent in this step: try again, and if it lasts, ask its provider.';
  return firstAdvice[step];
}
