/**
 * The company behind the site: the one file to change for another brand. Texts, pages, mails and legal documents all
 * read from here. The shipped values are placeholders; the server names those still in place at every start.
 */
export type VatMode = 'inclusive' | 'exclusive' | 'not-registered';

export type Company = typeof company;

export const company = {
  name: 'Cirrux Networks',
  legalName: 'Cirrux Networks (Pty) Ltd',
  /** CIPC registration number and VAT number, shown in the footer and in the legal documents (ECTA s43). */
  registrationNumber: '2008/000000/07',
  vatNumber: '4000000000',
  directors: 'the directors named in the CIPC register',
  informationOfficer: 'The Information Officer',
  tagline: 'Managed IT and cloud hosting from Roodepoort, since 2008.',
  /** Used for canonical links only in texts that must work offline (PDF, mail); the server's own is PUBLIC_ORIGIN. */
  website: 'https://www.cirrux.example',
  since: 2008,
  figures: {
    experience: '15+',
    projects: '500+',
    satisfaction: '98%',
    uptime: '99.9%',
  },
  email: 'hello@cirrux.example',
  phone: { display: '+27 10 555 0100', tel: '+27105550100' },
  /** The WhatsApp number in international form, digits only, as https://wa.me wants it. */
  messaging: { name: 'WhatsApp', display: '+27 10 555 0100', number: '27105550100' },
  address: {
    lines: ['12 Example Road', 'Roodepoort', 'Gauteng, 1724', 'South Africa'],
    locality: 'Roodepoort',
    region: 'Gauteng',
    postalCode: '1724',
    country: 'ZA',
    note: 'By appointment only',
  },
  hours: { days: 'Monday to Friday', time: '08:00 to 17:00 SAST' },
  /** How the advertised prices relate to VAT (Value-Added Tax Act s65): said wherever a price is shown. */
  vat: 'inclusive' as VatMode,
  /** The vendor's page behind the Remote Support Access button, unless REMOTE_SUPPORT_URL says otherwise. */
  remoteSupportUrl: 'https://www.teamviewer.com/en/download/',
  /** Right-click, copy, cut and their shortcuts are blocked while this is on. */
  contentProtection: true,
  social: [] as readonly { name: string; url: string }[],
} as const;
