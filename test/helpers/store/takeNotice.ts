import type { TakenMail } from '../../../server/outbox/mails.ts';
import type { Store } from '../../../server/outbox/store.ts';

/** Takes the notice that is due first, as a process with this name does. `lease`: in milliseconds. */
export async function takeNotice(
  { mails }: Pick<Store, 'mails'>,
  { owner = 'here', lease = 60_000 } = {},
): Promise<TakenMail> {
  const mail = await mails.takeNext({ owner, lease, kind: 'notice', except: [], caps: { hourly: 1, daily: 1 } });
  if (!mail) throw new Error('no notice is due');
  return mail;
}
