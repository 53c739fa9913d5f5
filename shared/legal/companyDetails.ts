import { company, openingHours } from '../company.ts';
import { afterHours } from '../optionalFacts.ts';

export const companyAddress = company.address.lines.join(', ');

/** `isCopied`: visitors copy the value, so it has a button that copies it. */
type Detail = { readonly label: string; readonly value: string; readonly isCopied?: boolean };

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
  { label: 'Phone', value: company.phone.display },
  { label: company.messaging.name, value: company.messaging.display },
  { label: 'Email', value: company.email },
  { label: 'Website', value: company.website },
  { label: 'Office hours', value: openingHours },
  ...(afterHours ? [{ label: 'Support outside office hours', value: afterHours }] : []),
];
