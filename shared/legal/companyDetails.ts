import { company, openingHours } from '../company.ts';
import { mailLink, messagingLink, phoneLink } from '../contactLinks.ts';
import { afterHours } from '../optionalFacts.ts';

export const companyAddress = company.address.lines.join(', ');

/** `isCopied`: visitors copy the value, so it has a button that copies it. `href`: where the value leads. */
type Detail = { readonly label: string; readonly value: string; readonly isCopied?: boolean; readonly href?: string };

export const registration: readonly Detail[] = [
  { label: 'Legal name', value: company.legalName },
  { label: 'Registration number', value: company.registrationNumber, isCopied: true },
  ...(company.vat === 'not-registered' ? [] : [{ label: 'VAT number', value: company.vatNumber, isCopied: true }]),
  ...(company.directors ? [{ label: 'Office bearers', value: company.directors }] : []),
];

/** The disclosures of section 43 of the Electronic Communications and Transactions Act, below every legal document. */
export const companyDetails: readonly Detail[] = [
  ...registration,
  { label: 'Information Officer', value: company.informationOfficer },
  {
    label: 'Physical address, also for legal service',
    value: `${companyAddress} (${company.address.note.toLowerCase()})`,
  },
  { label: 'Phone', value: company.phone.display, href: phoneLink },
  { label: company.messaging.name, value: company.messaging.display, href: messagingLink() },
  { label: 'Email', value: company.email, href: mailLink() },
  { label: 'Website', value: company.website },
  { label: 'Office hours', value: openingHours },
  ...(afterHours ? [{ label: 'Support outside office hours', value: afterHours }] : []),
];
