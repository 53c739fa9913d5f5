import { company } from '../company.ts';
import { figures } from './figures.ts';

export const aboutTexts = {
  hero: {
    title: `About ${company.name}`,
    lead: `A managed IT and cloud hosting company from ${company.address.locality}, ${company.address.region}.`,
  },
  about: {
    title: 'One Team for the Whole Chain',
    paragraphs: [
      `${company.name} was founded in ${company.since} to look after the IT of businesses that have better things to do. Today that covers support, infrastructure, networks, connectivity, telecoms, software and security, and hosting, with virtual servers in Johannesburg and Cape Town.`,
      'When phones, line, firewall and server belong to four suppliers, a fault belongs to none of them. We take on the whole chain where we can. Where another party owns a link of it, such as a fibre operator or a software house, we do the chasing.',
      'What we owe you is in writing: the Terms of Service, the Service Level Agreement and the Privacy Policy.',
    ],
  },
  partner: 'Partner With Us',
  values: {
    'Plain Speaking':
      'You get the cause, the fix and the cost in words you can repeat to your board. If we do not know yet, we say so.',
    'Careful Work': 'Changes are planned, recorded and reversible. A backup is only as good as its restore.',
    'Your Systems, Your Keys': 'Documentation, passwords and data are yours, and go with you if you ever leave.',
    Discretion: 'We see payrolls, mailboxes and camera footage in the course of our work. We tell nobody what we see.',
  },
  statistics: figures,
  mission: {
    title: 'Our Mission',
    text: 'To keep the IT of South African businesses working, secure and understandable, so that the people who depend on it can get on with their own work.',
  },
} as const;

export const aboutMeta = {
  title: 'About Us',
  description: `${company.name} is a managed IT and cloud hosting company in ${company.address.locality}, founded in ${company.since}. Who we are, how we work and what we stand for.`,
};
