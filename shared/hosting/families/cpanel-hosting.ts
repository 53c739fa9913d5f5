import { company } from '../../company.ts';
import type { HostingFamily, Plan } from '../family.ts';
import { hostingListing } from '../list.ts';
import { bandwidthSpec, countSpec, storageSpec } from '../specs.ts';

function plan(
  id: string,
  name: string,
  accounts: number | 'Unlimited',
  storage: string,
  bandwidth: string,
  price: string,
  yearlyPrice: string,
  features: readonly string[],
): Plan {
  return {
    id,
    name,
    price,
    yearlyPrice,
    specs: [countSpec('Accounts', accounts, 'account'), storageSpec(storage, ''), bandwidthSpec(bandwidth)],
    features,
  };
}

export const family: HostingFamily = {
  ...hostingListing('cpanel-hosting'),
  meta: {
    title: `cPanel Hosting | ${company.name}`,
    description:
      'cPanel hosting for South African businesses with full cPanel access, 400+ one-click applications by Softaculous and enhanced security, from one account to unlimited.',
  },
  plansTitle: 'Choose Your Plan',
  orderLabel: 'Get Quote',
  showsPrices: false,
  leadingSpec: 'Accounts',
  columns: 3,
  plans: [
    plan('cpanel-single', 'Single', 1, '10 GB', '100 GB', 'R79', 'R799', [
      'One cPanel account',
      'Softaculous with 400+ applications',
    ]),
    {
      ...plan('cpanel-multi', 'Multi', 5, '30 GB', '300 GB', 'R149', 'R1499', [
        'Five separate cPanel accounts',
        'Three times the storage and bandwidth of Single',
      ]),
      popular: true,
    },
    plan('cpanel-unlimited', 'Unlimited', 'Unlimited', '100 GB', 'Unlimited', 'R299', 'R2999', [
      'For as many accounts as 100 GB hold',
      'No fixed limit on bandwidth',
    ]),
  ],
};
