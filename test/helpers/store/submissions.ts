import type { NextState, TakenMail, TakeOptions } from '../../../server/outbox/mails.ts';
import type { Store } from '../../../server/outbox/store.ts';
import type { NewSubmission } from '../../../server/outbox/submission.ts';
import type { Added, AddOptions, IdempotencyKey } from '../../../server/outbox/submissions.ts';
import { contactSubmission } from '../visitor/visitor.ts';

export const mailDomain = 'cirrux.example';
export const withoutToken: AddOptions = { token: undefined, required: false, confirms: false, mailDomain };

export function referenceOf(result: Added): string {
  if (!('reference' in result)) throw new Error(result.outcome);
  return result.reference;
}

/** Stores `contactSubmission` with these changes. Resolves with the reference. */
export async function addSubmission(
  { submissions }: Pick<Store, 'submissions'>,
  changes: Partial<NewSubmission> = {},
  options: Partial<AddOptions> = {},
  idempotency?: IdempotencyKey,
): Promise<string> {
  const submission = { ...contactSubmission, ...changes };
  return referenceOf(await submissions.add(submission, idempotency, { ...withoutToken, ...options }));
}

/** Takes the mail that is due first, if one is due. By default it is a notification, and the process `here` takes it for a minute. */
export function takeMail({ mails }: Pick<Store, 'mails'>, options: Partial<TakeOptions> = {}) {
  const caps = { hourly: 1000, daily: 1000 };
  return mails.takeNext({ owner: 'here', lease: 60_000, kind: 'notice', except: [], caps, ...options });
}

/** Takes the mail that is due first, as `takeMail` does. Throws if none is due. */
export async function takeNotice(store: Pick<Store, 'mails'>, options?: Partial<TakeOptions>): Promise<TakenMail> {
  const mail = await takeMail(store, options);
  if (!mail) throw new Error('nothing is due');
  return mail;
}

/** Stores a contact message, takes its notification and records this state of the notification. Resolves with the reference. */
export async function addSent(store: Store, nextState: NextState = { state: 'sent' }): Promise<string> {
  const reference = await addSubmission(store);
  await store.mails.record(await takeNotice(store), nextState);
  return reference;
}
