import { company } from '../../company.ts';
import { extentOf } from '../amounts.ts';
import type { HostingFamily, Plan } from '../family.ts';
import { hostingListing } from '../list.ts';
import { afterQuote, backups, downtime, location, move, payment } from '../questions.ts';
import { bandwidthSpec, countSpec, storageSpec } from '../specs.ts';

const plans: readonly Plan[] = [
  {
    id: 'reseller-starter',
    name: 'Starter',
    price: 'R299',
    yearlyPrice: 'R2999',
    specs: [storageSpec('50 GB'), bandwidthSpec('500 GB'), countSpec('Accounts', 25, 'account')],
    features: ['For your first clients', 'WHM for you, cPanel for each account'],
  },
  {
    id: 'reseller-business',
    name: 'Business',
    price: 'R499',
    yearlyPrice: 'R4999',
    popular: true,
    specs: [storageSpec('100 GB'), bandwidthSpec('1 TB'), countSpec('Accounts', 50, 'account')],
    features: ['Everything in Starter', 'Twice its accounts, storage and bandwidth'],
  },
  {
    id: 'reseller-pro',
    name: 'Pro',
    price: 'R899',
    yearlyPrice: 'R8999',
    specs: [storageSpec('200 GB'), bandwidthSpec('2 TB'), countSpec('Accounts', 100, 'account')],
    features: ['Everything in Business', 'Twice its accounts, storage and bandwidth'],
  },
];

const [fewest, most] = extentOf(
  plans.map(({ specs }) => Number(specs.find(({ label }) => label === 'Accounts')?.value)),
);

export const family: HostingFamily = {
  ...hostingListing('reseller-hosting'),
  meta: {
    title: `Reseller Hosting with WHM and cPanel | ${company.name}`,
    description: `White-label reseller hosting for South African resellers: your brand, your prices, full control with WHM and cPanel, from ${fewest} to ${most} client accounts. Ask for a quote.`,
  },
  title: 'Reseller Hosting',
  lead: 'Host your own clients under your own name. We run the servers; the relationship stays yours.',
  benefits: {
    'Your Brand': 'White-label hosting under your own name.',
    'Earn Revenue': 'Set your own packages and prices, and keep the margin.',
    'Full Control': 'Create, suspend and upgrade accounts yourself with WHM/cPanel.',
  },
  plansTitle: 'Choose Your Plan',
  orderLabel: 'Get Quote',
  showsPrices: false,
  leadingSpec: 'Accounts',
  columns: 3,
  plans,
  questions: {
    ...afterQuote,
    'Who supports my clients?':
      'You do: we deal with you, and you deal with your clients. You bind them to rules no weaker than our Acceptable Use Policy.',
    ...move,
    ...backups,
    ...downtime,
    ...payment(plans),
    ...location('reseller-hosting'),
  },
};
