// Facts that only the owner can add. A fact appears on the site when it is filled in. An empty fact leaves no trace.

/** On hosting pages and in the terms of service: `EFT, debit order or card`. */
export const paymentMethods: string = '';
/** On hosting pages, unless `hostingFacts` has a delivery time for the family: `One business day`. */
export const deliveryTime: string = '';
/** For monthly services, on hosting pages and in the terms of service: `Three months`. */
export const minimumTerm: string = '';
/** Days of notice to end a monthly service, on hosting pages and in the terms of service. 0 means 30 days. */
export const noticeDays: number = 0;
/** The facts by which buyers compare offers. */
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
 * Facts by hosting family. They appear in this order on the family's page, in its comparisons and in llms.txt. Example:
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
