import type { Points } from './texts.ts';

// Facts that only the owner can add. The site shows a fact that is filled in, and says nothing about an empty fact.

/** Shown on hosting pages and in the terms of service, for example `EFT, debit order or card`. */
export const paymentMethods: string = '';
/** The shortest term of a monthly service. Shown on hosting pages and in the terms of service, for example `Three months`. */
export const minimumTerm: string = '';
/** Shown on the support page and in legal documents, for example `Saturdays, 08:00 to 12:00`. */
export const afterHours: string = '';
/** How soon a person answers, said beside the hours in which this is true. For example `within two office hours`. */
export const firstAnswer: string = '';
/** How soon a service is ready after its confirmation is accepted, by hosting family, for example `within one working day`. */
export const readyIn: { readonly [familyId: string]: string } = {};
/** Shown on the About page. `picture`: the path of a square picture in `static`, for example `/people/thandi.jpg`. */
export const people: readonly { readonly name: string; readonly role: string; readonly picture?: string }[] = [];
/**
 * Facts by hosting family. The facts appear in this order on the family's page, in its comparisons and in llms.txt. Example:
 * `'server-hosting': { Traffic: '2 TB a month', Snapshots: 'Two, free of charge', 'Country of the Data': 'South Africa' }`.
 */
export const hostingFacts: { readonly [familyId: string]: Points } = {};
