import { company } from '../../company.ts';
import type { HostingFamily, Plan } from '../family.ts';
import { hostingListing } from '../list.ts';
import { bandwidthSpec, countSpec, storageSpec } from '../specs.ts';

function plan(
  id: string,
  name: string,
  storage: string,
  bandwidth: string,
  accounts: number,
  price: string,
  yearlyPrice: string,
  features: readonly string[],
): Plan {
  return {
    id,
    name,
    price,
    yearlyPrice,
    specs: [storageSpec(storage, ''), bandwidthSpec(bandwidth), countSpec('Accounts', accounts, 'account')],
    features,
  };
}

export const family: HostingFamily = {
  ...hostingListing('reseller-hosting'),
  meta: {
    title: `Reseller Hosting with WHM and cPanel | ${company.name}`,
    description:
      'White-label reseller hosting for South African resellers: your brand, your prices, full control with WHM and cPanel, from 25 to 100 client accounts. Ask for a quote.',
  },
  plansTitle: 'Choose Your Plan',
  orderLabel: 'Get Quote',
  showsPrices: false,
  leadingSpec: 'Accounts',
  columns: 3,
  plans: [
    plan('reseller-starter', 'Starter', '50 GB', '500 GB', 25, 'R299', 'R2999', [
      'For your first clients',
      'WHM for you, cPanel for each account',
    ]),
    {
      ...plan('reseller-business', 'Business', '100 GB', '1 TB', 50, 'R499', 'R4999', [
        'Everything in Starter',
        'Twice its accounts, storage and bandwidth',
      ]),
      popular: true,
    },
    plan('reseller-pro', 'Pro', '200 GB', '2 TB', 100, 'R899', 'R8999', [
      'Everything in Business',
      'Twice its accounts, storage and bandwidth',
    ]),
  ],
};
