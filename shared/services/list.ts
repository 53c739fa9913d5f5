import type { Service } from './service.ts';

/** In the order of the menus and the sitemap. A service's own text is in `texts/{id}.ts`. */
export const services: readonly Service[] = [
  {
    id: 'managed-infrastructure',
    title: 'Managed Infrastructure',
    description:
      'Servers, storage, backups and power, monitored and maintained under one contract, in your building or in a data centre.',
  },
  {
    id: 'cybersecurity',
    title: 'Cybersecurity',
    description:
      'Protection for accounts, mailboxes, devices and backups, and a plan for the day something gets through and POPIA applies.',
  },
  {
    id: 'cloud-services',
    title: 'Cloud Services',
    description:
      'Servers, files and mail moved to the cloud in stages, to Johannesburg, Cape Town or Microsoft 365, and billed in rand.',
  },
  {
    id: 'it-support',
    title: 'IT Support',
    description:
      'A help desk your staff reach by phone, chat or email: remote help first, and an engineer on site when the job needs hands.',
  },
  {
    id: 'network-management',
    title: 'Network Management',
    description:
      'Switches, firewalls, Wi-Fi and VPNs that are designed, documented and monitored, so that faults are traced and not guessed at.',
  },
  {
    id: 'it-health',
    title: 'IT Health Assessment',
    description:
      'A structured check of your servers, network, backups, licences and security that ends in a written, ranked list of what to fix.',
  },
  {
    id: 'connectivity',
    title: 'Connectivity',
    description:
      'Fibre, LTE and wireless links chosen site by site, with a second path for when the first is cut, stolen or without power.',
  },
  {
    id: 'telecoms',
    title: 'Telecoms',
    description:
      'Cloud PBX and VoIP for one office or several: your numbers ported, your calls routed, and a plan for when the power is off.',
  },
  {
    id: 'it-software',
    title: 'Software Solutions',
    description:
      'Business software licensed, hosted, connected and looked after: Microsoft 365, Pastel in the cloud and tools built to fit.',
  },
  {
    id: 'security',
    title: 'Security Services',
    description:
      'Protection for accounts, mailboxes, devices and backups, and a plan for the day something gets through and POPIA applies.',
  },
];

/** The six on the home page. */
export const featuredServices: readonly Service[] = services.slice(0, 6);
