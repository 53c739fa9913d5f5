import { extentOf } from '../amounts.ts';
import { type HostingFamily, offer, type Plan } from '../family.ts';
import { bandwidthSpec, countSpec, storageSpec } from '../specs.ts';
import { webHosting } from '../webHosting.ts';

const plans: readonly Plan[] = [
  {
    ...offer('reseller-starter', 'Starter', 299, 2999),
    specs: [storageSpec(50), bandwidthSpec(500), countSpec('Accounts', 25, 'account')],
    features: ['For your first clients', 'WHM for you, cPanel for each account'],
  },
  {
    ...offer('reseller-business', 'Business', 499, 4999),
    popular: true,
    specs: [storageSpec(100), bandwidthSpec(1000), countSpec('Accounts', 50, 'account')],
    features: ['Everything in Starter', 'Twice its accounts, storage and bandwidth'],
  },
  {
    ...offer('reseller-pro', 'Pro', 899, 8999),
    specs: [storageSpec(200), bandwidthSpec(2000), countSpec('Accounts', 100, 'account')],
    features: ['Everything in Business', 'Twice its accounts, storage and bandwidth'],
  },
];

const [fewest, most] = extentOf(plans, 'Accounts');

export const family: HostingFamily = {
  meta: {
    title: 'Reseller Hosting with WHM and cPanel',
    description: `White-label reseller hosting for South African resellers: your brand, your prices, full control with WHM and cPanel, from ${fewest} to ${most} client accounts. Ask for a quote.`,
  },
  title: 'Reseller Hosting',
  lead: 'Host your own clients under your own name. We run the servers; the relationship stays yours.',
  benefits: {
    'Your Brand': 'White-label hosting under your own name.',
    'Earn Revenue': 'Set your own packages and prices, and keep the margin.',
    'Full Control': 'Create, suspend and upgrade accounts yourself with WHM/cPanel.',
  },
  ...webHosting(
    'reseller-hosting',
    plans,
    'Accounts',
    'Who supports my clients? | You do: we deal with you, and you deal with your clients. You bind them to rules no weaker than our Acceptable Use Policy.',
  ),
};
