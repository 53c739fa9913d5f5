import { company } from '../../company.ts';
import { pointsOf } from '../../texts.ts';
import { type HostingFamily, offer, type Plan, quoted } from '../family.ts';
import { hostingListing } from '../list.ts';
import {
  afterQuote,
  backups,
  downtime,
  location,
  move,
  payment,
  promises,
  ready,
  sharedOrCpanel,
} from '../questions.ts';
import { type Amount, bandwidthSpec, countSpec, storageSpec } from '../specs.ts';

function specsOf(websites: Amount, storage: string, bandwidth: string, databases?: Amount, emailAccounts?: Amount) {
  return [
    countSpec('Websites', websites, 'website'),
    storageSpec(storage, 'SSD'),
    bandwidthSpec(bandwidth),
    countSpec('MySQL databases', databases, 'MySQL database'),
    countSpec('Email accounts', emailAccounts, 'email account'),
  ];
}

const plans: readonly Plan[] = [
  {
    ...offer('shared-starter', 'Starter', 'R49', 'R499'),
    specs: specsOf(1, '5 GB', '50 GB', 1, 5),
    features: ['For one website and its mail', 'Mailboxes for up to five people'],
  },
  {
    ...offer('shared-business', 'Business', 'R99', 'R999'),
    popular: true,
    specs: specsOf(5, '20 GB', '200 GB', 10, 25),
    features: ['For several websites', 'Four times the storage and bandwidth of Starter'],
  },
  {
    ...offer('shared-professional', 'Professional', 'R199', 'R1999'),
    specs: specsOf('Unlimited', '50 GB', 'Unlimited'),
    features: ['For as many websites as 50 GB hold', 'No fixed limit on bandwidth'],
  },
];

export const family: HostingFamily = {
  ...hostingListing('shared-hosting'),
  meta: {
    title: 'Shared Web Hosting',
    description: `Shared web hosting for South African businesses: SSD storage, MySQL databases and email accounts, with support from ${company.address.locality}. Ask for a quote in a minute.`,
  },
  title: 'Shared Web Hosting',
  lead: 'A home for your website and mailboxes, looked after by people you can phone.',
  benefits: {
    'SSD Storage': 'Pages, databases and mailboxes live on solid-state drives.',
    'Uptime Guarantee': `${company.figures.uptime} of each month, as the Service Level Agreement defines it.`,
    'Email Included': 'Mailboxes on your own domain, ready for your phone and your desktop.',
  },
  ...quoted,
  leadingSpec: 'Websites',
  plans,
  questions: pointsOf(`
${sharedOrCpanel}
${afterQuote}
${ready('shared-hosting')}
${move}
${backups}
${downtime}
${payment(plans)}
${promises}
${location('shared-hosting')}
`),
};
