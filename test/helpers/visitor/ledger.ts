import { randomUUID } from 'node:crypto';
import { orderOf, person } from './visitor.ts';

/** A post. `mark`: a text in its body. `key`: its idempotency key, which a plain post does not have. */
export type Posting = { readonly mark: string; readonly key?: string; readonly body: string };

export const postingKinds = ['message', 'order', 'plain order'] as const;
export type PostingKind = (typeof postingKinds)[number];

/** The HTTP statuses that say that a post is stored: 200 for a script, and 303 for a plain post. */
const acknowledgements = [200, 303];

function bodyOf(kind: PostingKind, text: string): string {
  if (kind === 'message') return JSON.stringify({ ...person, message: text });
  if (kind === 'order') return JSON.stringify(orderOf('CXN3', text));
  return new URLSearchParams({ ...person, plan: 'CXN3', message: text }).toString();
}

const markPattern = /Mark-\d{7}-/;

export function markIn(text: string): string {
  return markPattern.exec(text)?.[0] ?? '';
}

/** Records the answers to posts and the mails about them. Each post has a mark of its own, which its mails contain. */
export function newLedger() {
  let posted = 0;
  const acknowledged = new Map<string, string>();
  const refused = new Map<string, number>();
  const mailbox = new Map<string, string[]>();
  let unanswered = 0;
  const lost = () => [...acknowledged.keys()].filter((mark) => !mailbox.has(mark));

  return {
    acknowledged,
    mailbox,
    newPosting: (kind: PostingKind = 'message'): Posting => {
      posted += 1;
      const mark = `Mark-${String(posted).padStart(7, '0')}-`;
      const body = bodyOf(kind, `${mark} please call me back.`);
      return kind === 'plain order' ? { mark, body } : { mark, body, key: randomUUID() };
    },
    noteAnswer: ({ mark }: Posting, answer: { status: number; reference: string | undefined } | undefined): void => {
      if (!answer) unanswered += 1;
      else if (acknowledgements.includes(answer.status)) acknowledged.set(mark, answer.reference ?? '');
      else refused.set(mark, answer.status);
    },
    noteMail: (raw: string): void => {
      const mark = markIn(raw);
      const messageId = /^Message-ID: (<[^>]+>)/im.exec(raw)?.[1];
      if (!mark || !messageId) throw new Error(`a mail without mark or Message-ID:\n${raw}`);
      mailbox.set(mark, [...(mailbox.get(mark) ?? []), messageId]);
    },
    lost,
    counts: () => {
      const mails = [...mailbox];
      return {
        posted,
        acknowledged: acknowledged.size,
        unanswered,
        refused: refused.size,
        delivered: mailbox.size,
        lost: lost().length,
        twice: mails.filter(([, ids]) => ids.length > 1).length,
        'twice under another Message-ID': mails.filter(([, ids]) => new Set(ids).size > 1).length,
        'delivered under another reference': mails.filter(([mark, [id]]) => {
          const reference = acknowledged.get(mark);
          return reference !== undefined && !id?.startsWith(`<${reference.toLowerCase()}@`);
        }).length,
        'delivered though refused': mails.filter(([mark]) => refused.has(mark) && !acknowledged.has(mark)).length,
      };
    },
  };
}

export type Ledger = ReturnType<typeof newLedger>;

/** The counts that must be zero. */
export const faultCounts = [
  'lost',
  'twice under another Message-ID',
  'delivered under another reference',
  'delivered though refused',
] as const;
