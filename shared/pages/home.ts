import { company, openingHours } from '../company.ts';
import { responseTimes } from '../ownerFacts.ts';
import { hostingPath, servicePath } from '../paths.ts';
import { figures } from './figures.ts';

export const homeTexts = {
  hero: {
    title: 'IT Solutions That Drive Business Growth',
    lead: `Tailored managed IT services for South African businesses: support, infrastructure, security and hosting from one team in ${company.address.locality}, since ${company.since}.`,
  },
  calls: { assessment: 'Start Your IT Assessment', services: 'View Our Services' },
  figures: [...figures, { figure: company.figures.uptime, label: 'Hosting uptime guarantee' }],
  badges: {
    'Enterprise Security': 'Multi-factor sign-in and patched systems, with POPIA in mind.',
    'Expert Support': 'Engineers who know your systems and explain things in plain language.',
    'Fast Response': responseTimes.confirmed
      ? `For the most urgent faults: ${responseTimes.value[0]}.`
      : `A person answers the phone, ${openingHours}.`,
  },
  services: {
    title: 'What We Look After',
    lead: 'Take one service or hand over the whole of your IT. Each is quoted in rand, with its scope in writing.',
    all: 'Explore All IT Solutions',
  },
  conditions: {
    title: 'We work where the power goes off, cables get stolen and the rand moves.',
    lead: 'Our designs start from that:',
    answers: [
      {
        picture: 'power',
        title: 'Backup power',
        text: 'Sized, tested and monitored together with the machines it protects.',
        label: 'Managed Infrastructure',
        to: servicePath('managed-infrastructure'),
      },
      {
        picture: 'path',
        title: 'A second path',
        text: 'Two lines help only if they fail for different reasons, so we look at routes and power first.',
        label: 'Connectivity',
        to: servicePath('connectivity'),
      },
      {
        picture: 'rand',
        title: 'Prices in rand',
        text: 'Hosting is billed in rand. A plan priced in dollars costs more when the rand falls.',
        label: 'Hosting Prices',
        to: `${hostingPath('server-hosting')}#plans`,
      },
    ],
  },
  hosting: {
    title: 'Hosting Billed in Rand',
    lead: 'Virtual servers in Johannesburg or Cape Town, web and reseller hosting, Pastel in the Cloud and Microsoft 365 licences.',
  },
  getInTouch: {
    title: 'Get In Touch',
    lead: `Phone, send a ${company.messaging.name} message or write. Visits to our office in ${company.address.locality} are by appointment.`,
  },
} as const;

export const homeMeta = {
  title: 'Managed IT and Cloud Hosting',
  description: `Tailored managed IT services and cloud hosting for South African businesses: support, security, networks and servers. From ${company.address.locality}, since ${company.since}.`,
};
