/** The texts of the fixed pages, one const a page. What the specification words itself stands here to the letter. */
import { company } from './company.ts';

type Titled = { readonly title: string; readonly text: string };
type Meta = { readonly title: string; readonly description: string };
type PageName = 'home' | 'services' | 'about' | 'contact' | 'support' | 'legal' | 'notFound';

const openingHours = `${company.hours.days}, ${company.hours.time}`;

export const homeTexts = {
  hero: {
    title: 'IT Solutions That Drive Business Growth',
    lead: `Tailored managed IT services for South African businesses: support, infrastructure, security and hosting from one team in ${company.address.locality}, since ${company.since}.`,
  },
  calls: {
    assessment: 'Start Your IT Assessment',
    services: 'View Our Services',
  },
  badges: [
    {
      title: 'Enterprise Security',
      text: 'Multi-factor sign-in, patched systems and tested backups, with POPIA in mind.',
    },
    {
      title: 'Expert Support',
      text: 'Engineers who know your systems and explain things in plain language.',
    },
    {
      title: 'Fast Response',
      text: `By phone, ${company.messaging.name} or live chat, ${openingHours}.`,
    },
  ] satisfies readonly Titled[],
  services: {
    title: 'What We Look After',
    lead: 'Take one service or hand over the whole of your IT. Each has a written scope, a price in rand and an engineer you can phone.',
    learnMore: 'Learn More',
    all: 'Explore All IT Solutions',
  },
  hosting: {
    title: 'Hosting Billed in Rand',
    lead: `Virtual servers in Johannesburg or Cape Town with a ${company.figures.uptime} uptime guarantee, web and reseller hosting, Pastel in the Cloud and Microsoft 365 licences.`,
  },
  getInTouch: {
    title: 'Get In Touch',
    lead: `Phone, send a ${company.messaging.name} message or write. Visits to our office in ${company.address.locality} are by appointment.`,
  },
} as const;

export const servicesTexts = {
  title: 'Our IT Services',
  lead: 'Ten services that work alone or together. Start with the one that hurts; if you are not sure which that is, start with the IT Health Assessment.',
  whyTitle: 'Why Choose Our Services?',
  reasons: [
    {
      title: 'Expert Support',
      text: 'You speak to engineers, and every request has a reference and a record of what was done.',
    },
    {
      title: 'Cloud Solutions',
      text: 'Servers in Johannesburg or Cape Town and Microsoft 365, billed in rand and managed by the team that supports your users.',
    },
    {
      title: 'Custom Solutions',
      text: 'The scope follows your sites, people and budget. Equipment that still does its job stays.',
    },
    {
      title: 'Network Security',
      text: 'Segmented networks, maintained firewalls and protected sign-ins, documented so that you can answer a POPIA question.',
    },
  ] satisfies readonly Titled[],
} as const;

export const aboutTexts = {
  hero: {
    title: `About ${company.name}`,
    lead: `A managed IT and cloud hosting company from ${company.address.locality}, ${company.address.region}. At work since ${company.since}.`,
  },
  about: {
    title: 'One Team for the Whole Chain',
    paragraphs: [
      `${company.name} was founded in ${company.since} to look after the IT of businesses that have better things to do. Today that covers support, infrastructure, networks, connectivity, telecoms, software and security, and a hosting side with servers in Johannesburg and Cape Town.`,
      'When phones, line, firewall and server belong to four suppliers, a fault belongs to none of them. We take on the whole chain where we can. Where another party owns a link of it, such as a fibre operator or a software house, we do the chasing.',
      'We work where the power goes off, cables get stolen and the rand moves. Our designs start from that: backup power, a second path, and prices in rand.',
    ],
  },
  partner: 'Partner With Us',
  values: [
    {
      title: 'Plain Speaking',
      text: 'You get the cause, the fix and the cost in words you can repeat to your board. If we do not know yet, we say so.',
    },
    {
      title: 'Careful Work',
      text: 'Changes are planned, recorded and reversible. A backup counts once it has been restored.',
    },
    {
      title: 'Your Systems, Your Keys',
      text: 'Documentation, passwords and data are yours. You should stay because the work is good and not because leaving is hard.',
    },
    {
      title: 'Discretion',
      text: 'We see payrolls, mailboxes and camera footage in the course of our work. What we see stays with you.',
    },
  ] satisfies readonly Titled[],
  statistics: [
    { figure: company.figures.experience, label: 'Years in business' },
    { figure: company.figures.projects, label: 'Projects completed' },
    { figure: company.figures.satisfaction, label: 'Client satisfaction' },
  ],
  mission: {
    title: 'Our Mission',
    text: 'To keep the IT of South African businesses working, secure and understandable, so that the people who depend on it can get on with their own work.',
  },
} as const;

export const contactTexts = {
  banner: 'Get In Touch',
  lead: `Tell us what you have, what troubles you and what you would like to change. We are available ${openingHours}.`,
  sectionTitle: 'Request a Consultation',
  noScript: `The form below needs JavaScript for its spam check. Without it, reach us by phone at ${company.phone.display}, by ${company.messaging.name} at ${company.messaging.display} or by email at ${company.email}, ${openingHours}.`,
} as const;

export const supportTexts = {
  title: 'Technical Support',
  lead: `Our help desk is open ${openingHours}. For anything urgent, please phone.`,
  cards: {
    liveChat: {
      title: 'Live Chat',
      text: 'For quick questions while you are at your screen. Have the name of the device or mailbox at hand.',
      button: 'Start Live Chat',
    },
    phone: {
      title: 'Phone Support',
      text: 'For urgent faults, such as a site, a server or a phone system that is down.',
      button: `Call ${company.phone.display}`,
    },
    email: {
      title: 'Email Support',
      text: 'For requests that can wait a little. Screenshots and the exact wording of an error save us both time.',
      button: 'Send an Email',
    },
  },
  remote: {
    title: 'Remote Support Access',
    text: 'While you are on a call with us, an engineer may ask to see your screen. Download the remote-support software, open it and read out the session number it shows.',
    button: 'Download Remote Support',
    note: `Only start a session when you called us. We never phone you out of the blue to ask for access, passwords or one-time PINs. If someone does so in our name, put the phone down and call ${company.phone.display}.`,
  },
} as const;

export const legalTexts = {
  title: 'Legal Documents & Policies',
  lead: `The terms under which ${company.legalName} works, and how we handle your data. Read them here or keep the PDF.`,
  notice:
    'These documents are reviewed quarterly. Each one carries its version number and the date of its last review. For an earlier version, please write to us.',
  download: 'Download PDF',
} as const;

export const notFoundTexts = {
  code: '404',
  title: 'Oops! Page not found',
  lead: 'There is nothing at this address. The page may have moved, or the link may have a typing error.',
  back: 'Return to Home',
} as const;

/** Titles stay within 60 characters, the company's name included; descriptions within 120 to 160. */
export const pageMeta = {
  home: {
    title: `Managed IT and Cloud Hosting | ${company.name}`,
    description: `Tailored managed IT services and cloud hosting for South African businesses: support, security, networks and servers. From ${company.address.locality}, since ${company.since}.`,
  },
  services: {
    title: `Our IT Services | ${company.name}`,
    description:
      'Ten IT services for South African businesses, from infrastructure, support and cybersecurity to connectivity, telecoms and CCTV. Take one or all.',
  },
  about: {
    title: `About Us | ${company.name}`,
    description: `${company.name} is a managed IT and cloud hosting company in ${company.address.locality}, at work since ${company.since}. Who we are, how we work and what we stand for.`,
  },
  contact: {
    title: `Get In Touch | ${company.name}`,
    description: `Request an IT consultation, or reach us by phone, ${company.messaging.name} or email. Our office is in ${company.address.locality}, ${company.address.region}, and open by appointment only.`,
  },
  support: {
    title: `Technical Support | ${company.name}`,
    description:
      'Technical support by live chat, phone or email, and the download for a remote-support session. How to reach our help desk and what to have ready.',
  },
  legal: {
    title: `Legal Documents & Policies | ${company.name}`,
    description:
      'Terms of service, privacy policy, service level agreement, data processing agreement and our other policies, to read online or download as PDF.',
  },
  notFound: {
    title: `Page Not Found | ${company.name}`,
    description:
      'There is nothing at this address. The page may have moved or the link may contain an error. The home page, our services and contact details are a click away.',
  },
} as const satisfies Record<PageName, Meta>;
