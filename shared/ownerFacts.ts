import { company } from './company.ts';

/** A statement that only the company's owner can confirm. At each start, the server names the unconfirmed statements. */
export type OwnerFact<Value = string> = {
  readonly value: Value;
  /** While `confirmed` is false, texts are neutral or leave the statement out. */
  readonly confirmed: boolean;
};

// Facts that texts state. Each comment names these texts. Keep this file small: a page that needs one fact loads the whole file.

/** The date of the legal documents' texts, which the draft notice names. */
const legalDate = '1 October 2026';
/** The day on which all legal documents were last reviewed. Used by every legal document. */
export const legalReview: OwnerFact = { value: legalDate, confirmed: false };
/** While this fact is not confirmed, every legal document shows the draft notice below. */
export const legalApproval: OwnerFact = { value: 'An attorney has approved the legal documents.', confirmed: false };
/** Used by every legal document: shown above its text, on its page and in its PDF, while `legalApproval` is not confirmed. */
export const draftNotice = legalApproval.confirmed
  ? undefined
  : {
      heading: 'Draft',
      text: `No attorney has approved this text of ${legalDate} yet. Where your written confirmation says otherwise, the confirmation counts.`,
      ofAll:
        'They are drafts that no attorney has approved yet: where your written confirmation says otherwise, the confirmation counts.',
    };
/** Response times, the most urgent priority first. Used by the service level agreement. The home page uses the first time. */
export const responseTimes: OwnerFact<readonly [string, string, string, string]> = {
  value: [
    'response in 1 hour, updates every hour, restoring target 4 hours',
    'response in 2 hours, updates every 4 hours, restoring target 8 hours',
    'response in 8 hours, updates every 2 business days, restoring target 5 business days',
    'response in 2 business days, completion as agreed',
  ],
  confirmed: false,
};
/** Shares of the monthly fee. Used by the service level agreement. */
export const serviceCredits = {
  value: {
    uptime: [
      `below ${company.figures.uptime} but at least 99.0%: 10%;`,
      'below 99.0% but at least 98.0%: 25%;',
      'below 98.0% but at least 95.0%: 50%;',
      'below 95.0%: 100%.',
    ],
    response: '5% of the monthly fee for the service, at most 20% in a month',
    backup: '50% of the monthly fee for the service',
  },
  confirmed: false,
};
/** In hours. Used by data processing agreement, incident response policy and business associate agreement (`compromiseNotice`). */
export const breachNotice: OwnerFact<number> = { value: 24, confirmed: false };
/** Used by the incident response policy. */
export const incidentTimes = {
  value: {
    assess:
      'a severity 1 incident within 1 hour of learning of it, severity 2 within 2 hours, severity 3 within one business day',
    tell: 'within 1 hour for severity 1 and 4 hours for severity 2',
  },
  confirmed: false,
};
/** Used by the security policy and the data processing agreement. */
export const restoreTests: OwnerFact = { value: 'at least twice a year', confirmed: false };
/** Used by the page of the service Security Services. */
export const psiraInstallers: OwnerFact = { value: 'PSIRA-registered installers', confirmed: false };

/**
 * Facts that texts state even before the owner confirms them, because there is no neutral text. `true`: confirmed. Each comment
 * says what the fact is, and after the colon the pages that state it.
 */
const stated = {
  figures: false, // the company's figures and its year: home, about, hosting, service level agreement
  names: false, // the company's names: every page, mail and document
  officeHours: false, // home, contact, support, IT Support, service level agreement
  vatMode: false, // plans with prices, terms of service
  remoteSupport: false, // the download, and that we never phone and ask for access, passwords or one-time PINs: support
  serviceScopes: false, // what each service includes and how it starts: service pages
  hostingCare: false, // support by phone, moving mail to Microsoft 365, management by order: hosting pages
  orderProcess: false, // a person answers and confirms in writing before anything is owed: hosting, terms of service
  periods: false, // notice of an end or a change, time to pay and to export (legal/commitments.ts): hosting, legal documents
  paymentTerms: false, // invoices, suspension 7 days after a reminder, refunds within 30 days: hosting, terms of service
  liabilityLimit: false, // the fees of 12 months for the service that caused the loss: terms of service
  answerTimes: false, // in business days: complaints 2 and 10, abuse 1, weaknesses 2, and more: terms, policies, agreements
  maintenance: false, // 22:00 to 05:00, 3 business days ahead, at most 6 hours a month: service level agreement
  monitoring: false, // uptime for 12 months, an account of long faults in 5 business days: service level agreement
  cancellationForDowntime: false, // uptime below 95.0% in a month, or below 99.0% in three of six: service level agreement
  dataCentres: false, // Cape Town, Johannesburg, power, fire protection: hosting, service level, security policy
  securityMeasures: false, // sign-in, updates in 3 and 14 days, logs kept for 90 days, training: home, policies, agreements
  incidentDuties: false, // directors told in 2 hours, the Regulator in 72, rehearsals, no ransom: incident response policy
  operatorDuties: false, // sub-operators, audits on 20 business days' notice, data stays in its country: data processing agreement
  healthDuties: false, // HIPAA: a yearly risk analysis, answers in 10 days: business associate agreement
  privacyDuties: false, // a PAIA manual, emailed copies of submissions erased as soon as the stored ones: privacy policy
};

/** Whether each fact is confirmed, by its name. */
export type Confirmations = { readonly [name: string]: Pick<OwnerFact, 'confirmed'> };

/** Compares each value of company.ts with the placeholder that is shipped. Replacing the placeholder confirms the value. */
export function companyFacts(values = company): Confirmations {
  const { phone, messaging, address, vat } = values;
  const facts: { readonly [field: string]: readonly [value: string, placeholder: string] } = {
    registrationNumber: [values.registrationNumber, '2008/000000/07'],
    ...(vat !== 'not-registered' && { vatNumber: [values.vatNumber, '4000000000'] }),
    directors: [values.directors, ''],
    informationOfficer: [values.informationOfficer, 'The Information Officer'],
    website: [values.website, 'https://www.cirrux.example'],
    email: [values.email, 'hello@cirrux.example'],
    'phone.display': [phone.display, '+27 10 555 0100'],
    'phone.tel': [phone.tel, '+27105550100'],
    'messaging.display': [messaging.display, '+27 10 555 0100'],
    'messaging.number': [messaging.number, '27105550100'],
    'address.lines': [address.lines.join(', '), '12 Example Road, Roodepoort, Gauteng, 1724, South Africa'],
  };
  const entries = Object.entries(facts);
  return Object.fromEntries(entries.map(([field, [value, shipped]]) => [field, { confirmed: value !== shipped }]));
}

/** All facts but those of `companyFacts`. Only the server imports this constant, so browsers do not load it. */
export const commitmentFacts: Confirmations = {
  ...{ legalApproval, legalReview, responseTimes, serviceCredits, breachNotice, incidentTimes },
  ...{ restoreTests, psiraInstallers },
  ...Object.fromEntries(Object.entries(stated).map(([name, confirmed]) => [name, { confirmed }])),
};
