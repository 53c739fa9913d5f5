import { type Command, InvalidArgumentError, Option } from 'commander';
import { planById } from '../../../shared/hosting/catalogue.ts';
import { readReference } from '../../lib/reference.ts';
import { day, startOfDay } from '../../lib/times.ts';
import type { Store } from '../../outbox/store.ts';
import { comparableAddress } from '../../outbox/submission.ts';
import { deliveryStates, type ListedSubmission, type SubmissionFilter } from '../../outbox/submissions.ts';

/** Which submissions a command lists. `email` is made by `comparableAddress`. `until`: the last day's end, in ms since 1970. */
export type ListFilter = Omit<SubmissionFilter, 'planId' | 'before'> & {
  readonly plan?: string;
  readonly until?: number;
  readonly email?: string | undefined;
};

/** Reads a typed reference, and corrects lower case, a missing hyphen, and letters that look like digits. */
export function readId(typed: string): string {
  if (typed.includes('@'))
    throw new InvalidArgumentError(
      `It must be an ID such as 7K3M9-QXD2R. For an address: show --email ${typed}, or forget ${typed}`,
    );
  return readReference(typed);
}

/** Reads a typed e-mail address, and returns it in the form in which such addresses are compared. */
export function readAddress(typed: string): string {
  const address = comparableAddress(typed);
  if (address === undefined) throw new InvalidArgumentError('It must be an address such as name@example.com.');
  return address;
}

/** Reads a day such as 2026-11-21. Returns when this day begins in South Africa, in milliseconds since 1970. */
function readDay(typed: string): number {
  const start = startOfDay(typed);
  if (start === undefined) throw new InvalidArgumentError('It must be a day such as 2026-11-21.');
  return start;
}

/** Corrects the letter case of a plan's id. Keeps an unknown id, because the catalogue may have had that plan earlier. */
function readPlan(typed: string): string {
  return [typed, typed.toUpperCase(), typed.toLowerCase()].find(planById) ?? typed;
}

/** Adds the options that narrow a list. The parsed options are a `ListFilter`. */
export function addFilters(command: Command): Command {
  return command
    .addOption(new Option('--state <state>', 'only those in this state').choices(deliveryStates))
    .addOption(new Option('--kind <kind>', 'only orders, or only contact messages').choices(['order', 'contact']))
    .option('--not-arrived', 'only those whose mail was sent over 15 minutes ago and is not in the mailbox of IMAP_URL')
    .option('--email <address>', 'only those of this sender, in upper or lower case', readAddress)
    .option('--plan <id>', 'only orders of this plan, such as CXN3', readPlan)
    .option('--since <day>', 'only those of this South African day and later', readDay)
    .option('--until <day>', 'only those of this day and earlier', (typed: string) => readDay(typed) + day);
}

/** The submissions that match, newest first. E-mail addresses are compared here, because SQL cannot normalize them. */
export async function listOf(
  { submissions }: Store,
  { email, plan, until, ...others }: ListFilter,
): Promise<readonly ListedSubmission[]> {
  const found = await submissions.list({ ...others, planId: plan, before: until });
  return email === undefined ? found : found.filter((submission) => comparableAddress(submission.email) === email);
}
