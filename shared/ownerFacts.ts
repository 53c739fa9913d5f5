import { type Company, company } from './company.ts';
import { commitments } from './legal/commitments.ts';

/** Something that only the company's owner can confirm. */
export type OwnerFact<Value = string> = {
  readonly value: Value;
  /** Where it is said, or would be. */
  readonly saidIn: string;
  /**
   * Every start of the server names what is not. Texts that read a fact then say it neutrally or leave it out; the
   * facts in `stated` are said all the same.
   */
  readonly confirmed: boolean;
};

// The facts that texts read. Each has its own export, so that a page's script holds only those of its texts.

export const legalApproval: OwnerFact = {
  value: 'An attorney has approved the legal documents. Until then a notice says that they are drafts and bind nobody.',
  saidIn: 'every legal document',
  confirmed: false,
};
/** ISO date. Every review covers all the documents. */
export const legalReview: OwnerFact = { value: '2026-10-01', saidIn: 'every legal document', confirmed: false };
/** By priority. */
export const responseTimes: OwnerFact<readonly [string, string, string, string]> = {
  value: [
    'response in 1 hour, updates every hour, restoring target 4 hours',
    'response in 2 hours, updates every 4 hours, restoring target 8 hours',
    'response in 8 hours, updates every 2 business days, restoring target 5 business days',
    'response in 2 business days, completion as agreed',
  ],
  saidIn: 'service level agreement',
  confirmed: false,
};
/** As a share of the monthly fee. */
export const serviceCredits: OwnerFact<{
  readonly uptime: readonly string[];
  readonly response: string;
  readonly backup: string;
}> = {
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
  saidIn: 'service level agreement',
  confirmed: false,
};
/** Hours. */
export const breachNotice: OwnerFact<number> = {
  value: 24,
  saidIn: 'data processing agreement, incident response policy, business associate agreement',
  confirmed: false,
};
export const incidentTimes: OwnerFact<{ readonly assess: string; readonly tell: string }> = {
  value: {
    assess:
      'a severity 1 incident within 1 hour of learning of it, severity 2 within 2 hours, severity 3 within one business day',
    tell: 'within 1 hour for severity 1 and 4 hours for severity 2',
  },
  saidIn: 'incident response policy',
  confirmed: false,
};
export const restoreTests: OwnerFact = {
  value: 'at least twice a year',
  saidIn: 'security policy, data processing agreement',
  confirmed: false,
};
export const psiraInstallers: OwnerFact = {
  value: 'PSIRA-registered installers',
  saidIn: 'Security Services',
  confirmed: false,
};
/** A question on the VPS page, once it is confirmed. */
export const readyWithinMinutes: OwnerFact = {
  value: 'A virtual server is ready within minutes.',
  saidIn: 'VPS hosting',
  confirmed: false,
};
/** A question on the VPS page, once it is confirmed. */
export const ownCores: OwnerFact = {
  value: 'The cores of a virtual server are its own: no other client shares them.',
  saidIn: 'VPS hosting',
  confirmed: false,
};

/** The commitments that stand in one place or cannot be said otherwise. */
const stated: { readonly [name: string]: OwnerFact } = {
  figures: {
    value: Object.values(company.figures).join(', '),
    saidIn: 'home, about, hosting, service level agreement',
    confirmed: true,
  },
  names: { value: `${company.name}, ${company.legalName}`, saidIn: 'every page, mail and document', confirmed: false },
  officeHours: {
    value: `${company.hours.days}, ${company.hours.time}`,
    saidIn: 'home, contact, support, IT Support, service level agreement',
    confirmed: false,
  },
  vatMode: { value: company.vat, saidIn: 'plans with prices, terms of service', confirmed: false },
  remoteSupport: {
    value: `${company.remoteSupportUrl}; nobody is phoned unasked for access, passwords or one-time PINs`,
    saidIn: 'support',
    confirmed: false,
  },
  serviceScopes: {
    value: 'What each of the ten services includes and how it starts',
    saidIn: 'service pages',
    confirmed: false,
  },
  hostingCare: {
    value: 'Support by phone, moving mail and settings to Microsoft 365, management of servers and printers by order',
    saidIn: 'hosting pages',
    confirmed: false,
  },
  orderProcess: {
    value: 'A person answers each request and confirms service, price and terms in writing before anything is owed',
    saidIn: 'hosting pages, terms of service',
    confirmed: false,
  },
  periods: {
    value: `${commitments.endNoticeDays} days to end a service, ${commitments.exportDays} to export, ${commitments.changeNoticeDays} before a change`,
    saidIn: 'hosting pages, legal documents',
    confirmed: false,
  },
  paymentTerms: {
    value: `Invoices in advance, payable within ${commitments.payment}; suspension 7 days after a reminder; refunds within 30`,
    saidIn: 'hosting pages, terms of service',
    confirmed: false,
  },
  liabilityLimit: {
    value: 'The fees of 12 months for the service that caused the loss',
    saidIn: 'terms of service',
    confirmed: false,
  },
  answerTimes: {
    value: 'Complaints 2 and 10 business days; abuse 1; weaknesses 2; escalations 1; credits 10; requests passed on 2',
    saidIn: 'terms of service, policies, service level agreement, data processing agreement',
    confirmed: false,
  },
  maintenance: {
    value: 'Between 22:00 and 05:00, 3 business days ahead, at most 6 hours a month for each service',
    saidIn: 'service level agreement',
    confirmed: false,
  },
  monitoring: {
    value: 'Uptime is measured and reported for the last 12 months; an account of long faults within 5 business days',
    saidIn: 'service level agreement',
    confirmed: false,
  },
  cancellationForDowntime: {
    value: 'Below 95.0% in one month, or below 99.0% in three of six',
    saidIn: 'service level agreement',
    confirmed: false,
  },
  dataCentres: {
    value: 'Cape Town and Johannesburg; standby power, cooling, fire protection and recorded physical access',
    saidIn: 'hosting, service level agreement, security policy',
    confirmed: false,
  },
  securityMeasures: {
    value:
      'Multi-factor sign-in, updates within 3 and 14 days, logs for 90 days, encrypted backups elsewhere, training',
    saidIn: 'home, security policy, data processing agreement, acceptable use policy',
    confirmed: false,
  },
  incidentDuties: {
    value:
      'Directors told within 2 hours, 14 days of watching, the Regulator within 72 hours, yearly rehearsals, no ransom',
    saidIn: 'incident response policy',
    confirmed: false,
  },
  operatorDuties: {
    value: 'A list of sub-operators, audits on 20 business days, no transfer abroad without agreement',
    saidIn: 'data processing agreement',
    confirmed: false,
  },
  healthDuties: {
    value: 'HIPAA safeguards for covered services: a yearly risk analysis, answers within 10 days, records for 6 years',
    saidIn: 'business associate agreement',
    confirmed: false,
  },
  privacyDuties: {
    value: 'A PAIA manual; emailed submissions erased within the same time as the stored ones',
    saidIn: 'privacy policy',
    confirmed: false,
  },
};

/** The values that company.ts is shipped with. */
const shippedValues = new Set([
  '2008/000000/07',
  '4000000000',
  'the directors named in the CIPC register',
  'The Information Officer',
  'https://www.cirrux.example',
  'hello@cirrux.example',
  '+27 10 555 0100',
  '+27105550100',
  '27105550100',
  '12 Example Road, Roodepoort, Gauteng, 1724, South Africa',
]);

function ofCompany(value: string, saidIn: string): OwnerFact {
  return { value, saidIn, confirmed: !shippedValues.has(value) };
}

/** The values of company.ts that are shipped as placeholders. Replacing one confirms it. */
export function companyFacts(values: Company = company): { readonly [field: string]: OwnerFact } {
  const legal = 'legal documents';
  const everywhere = 'pages, mails, legal documents';
  return {
    registrationNumber: ofCompany(values.registrationNumber, `footer, confirmation mails, ${legal}`),
    ...(values.vat === 'not-registered' ? {} : { vatNumber: ofCompany(values.vatNumber, `footer, ${legal}`) }),
    directors: ofCompany(values.directors, legal),
    informationOfficer: ofCompany(values.informationOfficer, legal),
    website: ofCompany(values.website, legal),
    email: ofCompany(values.email, everywhere),
    'phone.display': ofCompany(values.phone.display, everywhere),
    'phone.tel': ofCompany(values.phone.tel, everywhere),
    'messaging.display': ofCompany(values.messaging.display, everywhere),
    'messaging.number': ofCompany(values.messaging.number, everywhere),
    'address.lines': ofCompany(values.address.lines.join(', '), everywhere),
  };
}

/** Everything but the company's values. Only the server imports it. */
export const commitmentFacts: { readonly [name: string]: OwnerFact<unknown> } = {
  legalApproval,
  legalReview,
  responseTimes,
  serviceCredits,
  breachNotice,
  incidentTimes,
  restoreTests,
  psiraInstallers,
  readyWithinMinutes,
  ownCores,
  ...stated,
};
