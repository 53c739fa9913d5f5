import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { deadlines } from '../../lib/deadlines.ts';
import { inTime } from '../../lib/inTime.ts';
import type { ArrivedMail, FoundMail, Mailbox, MailboxFault } from '../../outbox/mailbox.ts';
import { logBounce } from '../outcome.ts';
import { type LookResult, mailboxFaultOf, mailboxReader } from './mailboxLook.ts';

export type ArrivalOptions = {
  readonly imapUrl: string;
  readonly mailbox: Mailbox;
  readonly log: Logger;
  readonly onArrived: (mail: ArrivedMail) => void;
  readonly onBounced: (mail: FoundMail) => void;
};

const { poll, look: lookTimeout, longestPause } = deadlines.mailbox;

/** Records the copies and bounces that a look has found. Logs and reports those that were not recorded before. */
async function record(options: ArrivalOptions, { copies, bounces }: LookResult): Promise<void> {
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

/** Looks each minute whether notices have arrived, if this process gets the lease. After faults, up to `longestPause` apart. */
export function startArrivalWorker(options: ArrivalOptions): { readonly stop: () => Promise<void> } {
  const { mailbox, imapUrl, log } = options;
  const reader = mailboxReader(imapUrl);
  const owner = randomUUID();
  const stopping = new AbortController();
  const { signal } = stopping;
  let lastFault: MailboxFault | null = null;
  let isInterrupted = false;
  /** In polls: the pause between two looks, and what is left of it. */
  let [pause, wait] = [1, 0];

  const lookOnce = async (): Promise<void> => {
    if (!(await mailbox.lease(owner, lookTimeout + poll))) return;
    wait -= 1;
    if (wait > 0) return;
    const awaited = await mailbox.awaitedMails();
    let fault: MailboxFault | null = null;
    let cause: object | undefined;
    const ending = AbortSignal.any([signal, AbortSignal.timeout(lookTimeout)]);
    const lookResult = await reader.look(awaited, ending).catch((error: unknown): undefined => {
      const { code, serverResponseCode } = error as { readonly [name: string]: unknown };
      cause = { code, serverResponseCode };
      fault = mailboxFaultOf(error);
    });
    if (signal.aborted) return;
    if (lookResult) await record(options, lookResult);
    await mailbox.recordLook(owner, fault);
    if (fault === null && lastFault !== null) log.info('mailbox can be read again');
    if (fault !== null && fault !== lastFault) log.warn({ fault, ...cause }, 'mailbox not read: will try again');
    lastFault = fault;
    pause = fault === null ? 1 : Math.min(2 * pause, longestPause / poll);
    wait = pause;
    isInterrupted = false;
  };

  const keepLooking = async (): Promise<void> => {
    while (!signal.aborted) {
      await lookOnce().catch((error: unknown) => {
        // The store fails. This is logged once, and logged again only if the store fails after a look has succeeded.
        if (!isInterrupted && !signal.aborted) log.warn({ err: error }, 'arrival of mail not checked: store fails');
        isInterrupted = true;
      });
      await sleep(poll, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const ended = keepLooking();

  return {
    stop: async () => {
      stopping.abort();
      await inTime(deadlines.stop.record, ended).catch(() => {});
      // Without the release, the next server would wait until the lease ends.
      await inTime(deadlines.stop.record, mailbox.release(owner)).catch(() => {});
    },
  };
}
