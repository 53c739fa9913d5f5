import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { deadlines } from '../../lib/deadlines.ts';
import { withTimeout } from '../../lib/withTimeout.ts';
import type { ArrivedMail, FoundMail, Mailbox, MailboxFault } from '../../outbox/mailbox.ts';
import { logBounce } from '../outcome.ts';
import { type MailboxContent, mailboxFaultOf, mailboxReader } from './mailboxReader.ts';

export type ArrivalOptions = {
  readonly imapUrl: string;
  readonly mailbox: Mailbox;
  readonly log: Logger;
  readonly onArrived: (mail: ArrivedMail) => void;
  readonly onBounced: (mail: FoundMail) => void;
};

const { poll, read: readTimeout, longestPause } = deadlines.mailbox;

/** Records the copies and bounces that a reading has found. Logs and reports those that were not recorded before. */
async function record(options: ArrivalOptions, { copies, bounces }: MailboxContent): Promise<void> {
  const { mailbox, log, onArrived, onBounced } = options;
  // If there are several copies of a mail, the last one counts: the copies are in the order of `foldersIn`.
  for (const { messageId, arrivedAt, folder } of new Map(copies.map((copy) => [copy.messageId, copy])).values()) {
    const mail = await mailbox.recordArrival({ messageId, arrivedAt, folder });
    if (!mail) continue;
    log.info({ reference: mail.reference, folder: mail.folder, milliseconds: mail.milliseconds }, 'mail arrived');
    onArrived(mail);
  }
  for (const { messageIds, status, diagnostic, bouncedAt } of bounces) {
    const mail = await mailbox.recordBounce({ messageIds, bouncedAt, error: `The mail came back: ${diagnostic}` });
    if (!mail) continue;
    logBounce(log, mail, status);
    onBounced(mail);
  }
}

/** Reads each minute whether notifications have arrived, if this process gets the lease. After faults, up to `longestPause` apart. */
export function startArrivalWorker(options: ArrivalOptions): { readonly stop: () => Promise<void> } {
  const { mailbox, imapUrl, log } = options;
  const reader = mailboxReader(imapUrl);
  const owner = randomUUID();
  const stopping = new AbortController();
  const { signal } = stopping;
  let lastFault: MailboxFault | null = null;
  let isInterrupted = false;
  /** In polls: the pause between two readings, and what is left of it. */
  let [pause, wait] = [1, 0];

  const readOnce = async (): Promise<void> => {
    if (!(await mailbox.lease(owner, readTimeout + poll))) return;
    wait -= 1;
    if (wait > 0) return;
    const awaited = await mailbox.awaitedMails();
    let fault: MailboxFault | null = null;
    let cause: object | undefined;
    const ending = AbortSignal.any([signal, AbortSignal.timeout(readTimeout)]);
    const content = await reader.read(awaited, ending).catch((error: unknown): undefined => {
      const { code, serverResponseCode } = error as { readonly [name: string]: unknown };
      cause = { code, serverResponseCode };
      fault = mailboxFaultOf(error);
    });
    if (signal.aborted) return;
    if (content) await record(options, content);
    await mailbox.recordLook(owner, fault);
    if (fault === null && lastFault !== null) log.info('mailbox can be read again');
    if (fault !== null && fault !== lastFault) log.warn({ fault, ...cause }, 'mailbox not read: will try again');
    lastFault = fault;
    pause = fault === null ? 1 : Math.min(2 * pause, longestPause / poll);
    wait = pause;
    isInterrupted = false;
  };

  const keepReading = async (): Promise<void> => {
    while (!signal.aborted) {
      await readOnce().catch((error: unknown) => {
        // The store fails. This is logged once, and logged again only if the store fails after a reading has succeeded.
        if (!isInterrupted && !signal.aborted) log.warn({ err: error }, 'arrival of mail not checked: store fails');
        isInterrupted = true;
      });
      await sleep(poll, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const ended = keepReading();

  return {
    stop: async () => {
      stopping.abort();
      await withTimeout(deadlines.stop.record, ended).catch(() => {});
      // Without the release, the next server would wait until the lease ends.
      await withTimeout(deadlines.stop.record, mailbox.release(owner)).catch(() => {});
    },
  };
}
