import { randomUUID } from 'node:crypto';
import { deadlines } from '../../lib/deadlines.ts';
import { inTime } from '../../lib/inTime.ts';
import type { MailboxFault } from '../../outbox/store.ts';
import { textlessId } from '../mail.ts';
import { type Mailbox, newMailboxMemory, openMailbox } from './mailbox.ts';
import { mailboxFaultOf } from './mailboxFault.ts';
import { type RecordingOptions, recordBounces, recordCopies } from './recordFindings.ts';

export type ArrivalOptions = RecordingOptions & {
  readonly imapUrl: string;
  /** Called after a look that has changed what is known. */
  readonly onNews: () => void;
};

const { lease } = deadlines.mail;
const { look: lookTimeout, poll } = deadlines.mailbox;
/** Between new mail in the INBOX and the look for it: several mails often come at once. */
const changePause = 1000;

type Look = { readonly hasLooked: boolean; readonly fault: MailboxFault | null; readonly cause?: object };

/** What was found could not be recorded. */
class RecordingFailure extends Error {}

function failedLook(error: unknown): Look {
  if (error instanceof RecordingFailure) throw error.cause;
  const { code, serverResponseCode } = error as { readonly [name: string]: unknown };
  return { hasLooked: false, fault: mailboxFaultOf(error), cause: { code, serverResponseCode } };
}

/** Looks for the operator's mails, over a connection that it keeps. */
function createLooks(options: ArrivalOptions, owner: string, stopping: AbortSignal, onChange: () => void) {
  const { store, imapUrl, log, onNews } = options;
  const memory = newMailboxMemory();
  let connection = new AbortController();
  let mailbox: Mailbox | undefined;
  let isFirst = true;
  let lastFault: MailboxFault | null = null;

  const close = (): void => {
    connection.abort();
    connection = new AbortController();
    mailbox = undefined;
  };
  const record = async (recording: Promise<number>): Promise<void> => {
    const news = await recording.catch((cause: unknown) => {
      throw new RecordingFailure('not recorded', { cause });
    });
    if (news > 0) onNews();
  };
  const find = async ({ signal }: AbortController): Promise<Look> => {
    const { mails, age } = await store.awaitedMails().catch((cause: unknown) => {
      throw new RecordingFailure('not read', { cause });
    });
    signal.throwIfAborted();
    const opened = mailbox?.isOpen() ? mailbox : await openMailbox({ imapUrl, memory, onChange, signal });
    signal.throwIfAborted();
    mailbox = opened;
    // A mail that has left while the first connection was made is not asked for.
    if (isFirst) onChange();
    isFirst = false;
    const lacksFolder = await mailbox.look({
      messageIds: mails.flatMap(({ messageId, hasTwin }) =>
        hasTwin ? [messageId, textlessId(messageId)] : [messageId],
      ),
      age,
      onCopies: (copies) => record(recordCopies(options, copies)),
      onBounces: (bounces) => record(recordBounces(options, bounces)),
    });
    return { hasLooked: true, fault: lacksFolder ? 'folder' : null };
  };

  return {
    close,
    /** Rejects when the store fails. */
    look: async (): Promise<void> => {
      // Some servers list a folder that is there again only to a new connection.
      if (lastFault === 'folder') close();
      const { hasLooked, fault, cause } = await inTime(lookTimeout, find(connection)).catch(failedLook);
      if (!hasLooked) close();
      if (stopping.aborted) return;
      await store.recordLook(owner, { hasLooked, fault });
      if (fault !== lastFault) {
        if (fault === null) log.info('mailbox looked into again');
        else log.warn({ fault, ...cause }, 'mailbox not looked into: will try again');
        onNews();
      }
      lastFault = fault;
    },
  };
}

/** Starts to look whether the operator's mails have arrived, in the one process that holds the lease. It delays no mail. */
export function startArrival(options: ArrivalOptions): { readonly stop: () => Promise<void> } {
  const { store, log } = options;
  const owner = randomUUID();
  const stopping = new AbortController();
  const { signal } = stopping;
  let isInterrupted = false;
  /** 0: at the next chance. */
  let nextLook = 0;
  let isLooking = false;
  let soon: NodeJS.Timeout | undefined;

  const lookSoon = (): void => {
    nextLook = 0;
    if (!isLooking) soon ??= setTimeout(wake, changePause).unref();
  };
  const { look, close } = createLooks(options, owner, signal, lookSoon);
  const leaseAndLook = async (): Promise<void> => {
    const isLeased = await store.leaseMailbox(owner, lease);
    if (!isLeased) return close();
    if (isLooking || signal.aborted || performance.now() < nextLook) return;
    isLooking = true;
    nextLook = performance.now() + poll;
    await look().finally(() => {
      isLooking = false;
    });
    isInterrupted = false;
    if (nextLook === 0) lookSoon();
  };
  const wake = (): void => {
    soon = undefined;
    if (signal.aborted) return;
    leaseAndLook().catch((error: unknown) => {
      if (!isInterrupted && !signal.aborted) log.warn({ err: error }, 'looking for arrived mail interrupted');
      isInterrupted = true;
    });
  };

  const timer = setInterval(wake, lease / 3);
  wake();
  return {
    stop: async () => {
      stopping.abort();
      clearInterval(timer);
      clearTimeout(soon);
      close();
      // Else the next server waits for the end of the lease.
      await inTime(deadlines.stop.record, store.releaseMailbox(owner)).catch(() => {});
    },
  };
}
