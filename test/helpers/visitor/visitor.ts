import { randomUUID } from 'node:crypto';
import { noOrder } from '../../../server/intake/parsedPost.ts';
import type { NewSubmission, Submission } from '../../../server/outbox/submission.ts';
import type { ListedSubmission } from '../../../server/outbox/submissions.ts';
import { planById } from '../../../shared/hosting/catalogue.ts';
import type { OrderOptions } from '../../../shared/hosting/orderOptions.ts';
import { composeOrderMessage } from '../../../shared/orderMessage.ts';

/** A visitor whose values are easy to recognise in a mail or a log. */
export const person = {
  name: 'Thandiwe Nkosi-Vermeulen',
  email: 'thandiwe@visitor.example',
  phone: '+27 82 555 9876',
  company: 'Quagga Logistics',
} as const;

export const contactMessage = { ...person, message: 'Please call me about our ageing file server.' };

/** `contactMessage` as the server stores it. */
export const contactSubmission: NewSubmission = { ...contactMessage, kind: 'contact', ...noOrder, suspect: false };

/** `contactSubmission` as it is read from the store, with changes. */
export function storedSubmission(changes: Partial<Submission> = {}): Submission {
  return { ...contactSubmission, reference: '7K3M9-QXD2R', verified: false, receivedAt: 0, ...changes };
}

/** What a submission says of the arrival of its notification if the mail was not found in the mailbox. */
export const notFound = { arrivedAt: null, folder: null } as const;

/** `storedSubmission` with the state of its notification. */
export function listedSubmission(changes: Partial<ListedSubmission> = {}): ListedSubmission {
  const notification = { state: 'pending', attempts: 2, nextAttemptAt: 0, lastError: null, deliveredAt: null } as const;
  const messageId = '<7k3m9-qxd2r@cirrux.example>';
  return { ...storedSubmission(), messageId, ...notification, ...notFound, ...changes };
}

/** What a script posts for the order dialog of a plan. */
export function orderOf(planId: string, requirements = '', choices: OrderOptions = {}): typeof contactMessage {
  const found = planById(planId);
  if (!found) throw new Error(`no plan ${planId}`);
  return { ...person, message: composeOrderMessage(found.family, found.plan, requirements, choices) };
}

export const submissionsPath = '/functions/v1/send-contact-email';
export function newKey(): string {
  return randomUUID();
}

let visitors = 0;
/** An IP address that no earlier post of this file had. Only a site that trusts one proxy believes it. */
export function newAddress(): string {
  visitors += 1;
  return `198.51.${Math.floor(visitors / 250)}.${(visitors % 250) + 1}`;
}
