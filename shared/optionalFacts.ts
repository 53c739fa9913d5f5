// Facts that only the owner can add. Each appears on the site once it is filled in; an empty one leaves nothing behind.

/** On hosting pages and in the terms of service: `EFT, debit order or card`. */
export const paymentMethods: string = '';
/** On hosting pages, where `hostingFacts` has no other time: `One business day`. */
export const deliveryTime: string = '';
/** Of a monthly service, on hosting pages and in the terms of service: `Three months`. */
export const minimumTerm: string = '';
/** Days of notice to end a monthly service, on hosting pages and in the terms of service. 0: the drafted 30 days. */
export const noticeDays: number = 0;
/** What buyers compare offers by. */
export type HostingFact =
  | 'Traffic'
  | 'IPv4 and IPv6'
  | 'Port Speed'
  | 'CPU Type'
  | 'Root Access'
  | 'Snapshots'
  | 'Country of the Data'
  | 'Usual Delivery Time';

/**
 * By hosting family. They stand on its page, in its comparisons and in llms.txt, in this order. Such as
 * `'server-hosting': { Traffic: '2 TB a month', Snapshots: 'Two, free of charge', 'Country of the Data': 'South Africa' }`.
 */
export const hostingFacts: { readonly [familyId: string]: { readonly [fact in HostingFact]?: string } } = {};

/** On the support page and in legal documents: `Saturdays, 08:00 to 12:00`. */
export const afterHours: string = '';

/** On the About page. */
export const people: readonly { readonly name: string; readonly role: string }[] = [];
/** On the About page: `Microsoft Solutions Partner, Modern Work`. */
export const certificates: readonly string[] = [];
/** On the About page, in clients' own words and with their consent. */
export const clientWords: readonly { readonly words: string; readonly client: string }[] = [];
