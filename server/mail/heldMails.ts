import { deadlines } from '../lib/deadlines.ts';
import type { Claim, ClaimOptions, MailQueue } from '../outbox/store.ts';
import { concurrency } from './policies.ts';

/** The mails that this process holds, whose leases it renews until `end`: a sending that lasts longer does not end. */
export function createHeldMails(store: Pick<MailQueue, 'renew'>, onError: (error: unknown) => void) {
  const held = new Map<Claim, { readonly ending: Promise<void>; readonly end: number }>();
  const { lease } = deadlines.mail;
  const timer = setInterval(() => {
    const claims = [...held].filter(([, { end }]) => performance.now() < end).map(([claim]) => claim);
    store.renew(claims, lease).catch(onError);
  }, lease / 3).unref();
  return {
    hasRoom: (of: ClaimOptions['of']): boolean =>
      [...held.keys()].filter(({ kind }) => (kind === 'confirmation') === (of === 'sender')).length < concurrency[of],
    has: ({ messageId }: Claim): boolean =>
      [...held].some(([claim, { end }]) => claim.messageId === messageId && performance.now() < end),
    hold: (claim: Claim, ending: Promise<void>, end: number): void => {
      const ended = ending.then(() => void held.delete(claim));
      held.set(claim, { ending: ended, end });
    },
    ended: () => Promise.all([...held.values()].map(({ ending }) => ending)),
    stop: (): void => clearInterval(timer),
  };
}
