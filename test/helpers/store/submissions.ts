import type { NextState, TakenMail } from '../../../server/outbox/mails.ts';
import type { Store } from '../../../server/outbox/store.ts';
import type { NewSubmission } from '../../../server/outbox/submission.ts';
import type { Added, AddOptions } from '../../../server/outbox/submissions.ts';
import { contactSubmission } from '../visitor/visitor.ts';

export const mailDomain = 'cirrux.example';
export const withoutToken: AddOptions = { token: undefined, required: false, confirms: false, mailDomain };

export function referenceOf(result: Added): string {
  if (!('reference' in result)) throw new Error(result.outcome);
  return result.reference;
}

/** Stores a contact message with changes; resolves with its reference. */
export async function addSubmission(
  { submissions }: Pick<Store, 'submissions'>,
  changes: Partial<NewSubmission> = {},
  options: Partial<AddOptions> = {},
): Promise<string> {
  const submission = { ...contactSubmission, ...changes };
  return referenceOf(await submissions.add(submission, undefined, { ...withoutToken, ...options }));
}

/** Takes the notice that is due first, as a process with this name does. `lease`: in milliseconds. */
export async function takeNotice(
  { mails }: Pick<Store, 'mails'>,
  { owner = 'here', lease = 60_000 } = {},
): Promise<TakenMail> {
  const mail = await mails.takeNext({ owner, lease, kind: 'notice', except: [], caps: { hourly: 1, daily: 1 } });
  if (!mail) throw new Error('no notice is due');
  return mail;
}

/** Stores a contact message, whose notice comes to this; resolves with its reference. */
export async function addSent(store: Store, nextState: NextState = { state: 'sent' }): Promise<string> {
  const reference = await addSubmission(store);
  await store.mails.record(await takeNotice(store), nextState);
  return reference;
}
