import type { Logger } from 'pino';
import type { Arrivals, ArrivedMail, FoundCopy, FoundMail } from '../../outbox/store.ts';
import { ownId } from '../mail.ts';
import { logBounce, referenceFields } from '../mailOutcome.ts';
import type { FoundBounce } from './mailbox.ts';

export type RecordingOptions = {
  readonly store: Arrivals;
  readonly log: Logger;
  readonly onArrived: (mail: ArrivedMail) => void;
  readonly onBounced: (mail: FoundMail) => void;
};

/** Records that mails have arrived, tells it and logs it. Resolves with how many. */
export async function recordCopies(
  { store, log, onArrived }: RecordingOptions,
  copies: readonly FoundCopy[],
): Promise<number> {
  let arrived = 0;
  for (const copy of copies) {
    const mail = await store.recordArrival({ ...copy, messageId: ownId(copy.messageId) });
    if (!mail) continue;
    arrived += 1;
    const { references, folder, milliseconds } = mail;
    log.info({ ...referenceFields(references), folder, milliseconds }, 'mail arrived');
    onArrived(mail);
  }
  return arrived;
}

/** The same of mails that have come back. */
export async function recordBounces({ store, log, onBounced }: RecordingOptions, bounces: readonly FoundBounce[]) {
  let bounced = 0;
  for (const { messageId, status, diagnostic, bouncedAt } of bounces) {
    const error = `The mail came back: ${diagnostic}`;
    const mail = await store.recordBounce({ messageId: ownId(messageId), bouncedAt, error });
    if (!mail) continue;
    bounced += 1;
    logBounce(log, mail, status);
    onBounced(mail);
  }
  return bounced;
}
