import { company } from '../../company.ts';
import { type HostingFamily, offer, type Plan } from '../family.ts';
import { type Amount, bandwidthSpec, countSpec, storageSpec } from '../specs.ts';
import { webHosting } from '../webHosting.ts';

/** `storage` and `bandwidth` are in GB. */
type Amounts = {
  readonly websites: Amount;
  readonly storage: number;
  readonly bandwidth: Amount;
  readonly databases?: number;
  readonly emailAccounts?: number;
};

function specsOf({ websites, storage, bandwidth, databases, emailAccounts }: Amounts) {
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
    ...offer('shared-starter', 'Starter', 49, 499),
    specs: specsOf({ websites: 1, storage: 5, bandwidth: 50, databases: 1, emailAccounts: 5 }),
    features: ['For one website and its mail', 'Mailboxes for up to five people'],
  },
  {
    ...offer('shared-business', 'Business', 99, 999),
    popular: true,
    specs: specsOf({ websites: 5, storage: 20, bandwidth: 200, databases: 10, emailAccounts: 25 }),
    features: ['For several websites', 'Four times the storage and bandwidth of Starter'],
  },
  {
    ...offer('shared-professional', 'Professional', 199, 1999),
    specs: specsOf({ websites: 'Unlimited', storage: 50, bandwidth: 'Unlimited' }),
    features: ['For as many websites as 50 GB hold', 'No fixed limit on bandwidth'],
  },
];

export const family: HostingFamily = {
  meta: {
    title: 'Shared Web Hosting',
    description:
      'Shared web hosting for businesses and private persons in South Africa: SSD storage, MySQL databases and email accounts. Ask for a quote in a minute.',
  },
  title: 'Shared Web Hosting',
  lead: 'A home for your website and mailboxes, looked after by people you can phone.',
  benefits: {
    'SSD Storage': 'Pages, databases and mailboxes live on solid-state drives.',
    'Uptime Guarantee': `${company.figures.uptime} of each month, as the Service Level Agreement defines it.`,
    'Email Included': 'Mailboxes on your own domain, ready for your phone and your desktop.',
  },
  ...webHosting('shared-hosting', plans, 'Websites'),
};
