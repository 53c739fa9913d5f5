import { company } from '../../company.ts';
import { type HostingFamily, offer, type Plan } from '../family.ts';
import { bandwidthSpec, countSpec, storageSpec } from '../specs.ts';
import { webHosting } from '../webHosting.ts';

const plans: readonly Plan[] = [
  {
    ...offer('cpanel-single', 'Single', 79, 799),
    specs: [countSpec('Accounts', 1, 'account'), storageSpec(10), bandwidthSpec(100)],
    features: ['One cPanel account', 'Softaculous with 400+ applications'],
  },
  {
    ...offer('cpanel-multi', 'Multi', 149, 1499),
    popular: true,
    specs: [countSpec('Accounts', 5, 'account'), storageSpec(30), bandwidthSpec(300)],
    features: ['Five separate cPanel accounts', 'Three times the storage and bandwidth of Single'],
  },
  {
    ...offer('cpanel-unlimited', 'Unlimited', 299, 2999),
    specs: [countSpec('Accounts', 'Unlimited', 'account'), storageSpec(100), bandwidthSpec('Unlimited')],
    features: ['For as many accounts as 100 GB hold', 'No fixed limit on bandwidth'],
  },
];

export const family: HostingFamily = {
  meta: {
    title: 'cPanel Hosting',
    description:
      'cPanel hosting for businesses and private persons in South Africa: full cPanel access and 400+ applications by Softaculous, from one account to unlimited.',
  },
  title: 'cPanel Hosting',
  lead: `The control panel you already know, with people in ${company.address.locality} whom you can phone.`,
  benefits: {
    'Full cPanel Access': 'Files, domains, databases and mail in one familiar place.',
    'One-Click Installs': 'Softaculous with 400+ applications, WordPress among them.',
    'Enhanced Security': 'Two-factor sign-in, TLS certificates and an IP blocker, all in cPanel.',
  },
  ...webHosting('cpanel-hosting', plans, 'Accounts'),
};
