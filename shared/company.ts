export type VatMode = 'inclusive' | 'exclusive' | 'not-registered';

const since = 2008;
const locality = 'Roodepoort';

/**
 * The company behind the site, for texts, pages, mails and legal documents. The values are placeholders. At every start,
 * the server names the placeholders that are left. The promises of the texts are in ownerFacts.ts, and facts that the
 * owner may add are in optionalFacts.ts. The README ("Put it online under your own name") lists the files of logo, icons,
 * colours and pictures.
 */
export const company = {
  name: 'Cirrux Networks',
  legalName: 'Cirrux Networks (Pty) Ltd',
  /** The number in the CIPC register. Footer and legal documents name it (Electronic Communications and Transactions Act, s43). */
  registrationNumber: '2008/000000/07',
  vatNumber: '4000000000',
  /** Their names, for the legal documents and the About page, which leave an empty text out. */
  directors: '' as string,
  informationOfficer: 'The Information Officer',
  tagline: `Managed IT and cloud hosting from ${locality}, since ${since}.`,
  /** The site's address in the legal documents, which the build writes as PDFs. The server itself uses PUBLIC_ORIGIN. */
  website: 'https://www.cirrux.example',
  since,
  /** The texts state these figures as facts. To confirm the figures, set `figures` in ownerFacts.ts. */
  figures: { projects: '500+', satisfaction: '98%', uptime: '99.9%' },
  email: 'hello@cirrux.example',
  phone: { display: '+27 10 555 0100', tel: '+27105550100' },
  /** `number` is in international form, digits only, as https://wa.me requires. */
  messaging: { name: 'WhatsApp', display: '+27 10 555 0100', number: '27105550100' },
  address: {
    lines: ['12 Example Road', locality, 'Gauteng, 1724', 'South Africa'],
    locality,
    region: 'Gauteng',
    postalCode: '1724',
    country: 'ZA',
    note: 'By appointment only',
  },
  /** The court that the terms of service name. A sentence goes on after it, so a text with a comma must also end with a comma. */
  court: 'The Gauteng Division of the High Court, Johannesburg,',
  hours: { days: 'Monday to Friday', time: '08:00 to 17:00' },
  /** Whether the advertised prices include VAT. The site states this beside all prices (Value-Added Tax Act 89 of 1991, s65). */
  vat: 'inclusive' as VatMode,
  /** The target of the Remote Support Access button, unless REMOTE_SUPPORT_URL is set. */
  remoteSupportUrl: 'https://www.teamviewer.com/en/download/',
} as const;

export const openingHours = `${company.hours.days}, ${company.hours.time}`;
