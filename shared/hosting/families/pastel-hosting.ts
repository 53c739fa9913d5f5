import { company } from '../../company.ts';
import type { HostingFamily, Plan } from '../family.ts';
import { hostingListing } from '../list.ts';
import { countSpec, cpuSpec, ramSpec, storageSpec } from '../specs.ts';

function plan(
  id: string,
  name: string,
  users: number,
  ram: number,
  storage: number,
  cpus: number,
  backupDays: number,
  price: string,
  features: readonly string[],
): Plan {
  return {
    id,
    name,
    price,
    specs: [
      countSpec('Users', users, 'user'),
      ramSpec(`${ram} GB`),
      storageSpec(`${storage} GB`, ''),
      cpuSpec(cpus),
      { label: 'System', value: 'Windows Server 2022', phrase: 'Windows Server 2022' },
      { label: 'Backups kept', value: `${backupDays} days`, phrase: `${backupDays} days backup retention` },
    ],
    features,
  };
}

export const family: HostingFamily = {
  ...hostingListing('pastel-hosting'),
  title: 'Pastel in the Cloud',
  lead: 'Your Pastel accounting on a hosted Windows server: the same software, from the office, from home and from your accountant.',
  meta: {
    title: `Pastel in the Cloud: Hosted Accounting | ${company.name}`,
    description:
      'Pastel accounting hosted in the cloud for 2 to 10 users on Windows Server 2022, backed up for 15 to 60 days, from R876 a month. Sign in from the office, home or your accountant.',
  },
  benefits: [
    {
      title: 'Work From Anywhere',
      text: 'Open Pastel over a remote desktop, from any computer.',
    },
    { title: 'Backed Up for You', text: 'Company data kept in backups for 15 to 60 days, by plan.' },
    { title: 'Several Users at Once', text: 'Bookkeeper, manager and accountant in the same books.' },
  ],
  plansTitle: 'Choose Your Plan',
  orderLabel: 'Order Now',
  showsPrices: true,
  columns: 4,
  saving: 'Save 17%',
  plans: [
    plan('pastel-start-up', 'Start-up', 2, 4, 120, 2, 15, 'R876', [
      'For an owner and a bookkeeper',
      'Move up when the team grows',
    ]),
    {
      ...plan('pastel-sme-standard', 'SME Standard', 5, 8, 300, 6, 30, 'R1821', [
        'For a team of up to five',
        'Backups kept twice as long as on Start-up',
      ]),
      popular: true,
    },
    plan('pastel-sme-advanced', 'SME Advanced', 8, 16, 500, 8, 30, 'R2699', [
      'For a team of up to eight',
      'Twice the memory of SME Standard',
    ]),
    plan('pastel-sme-premium', 'SME Premium', 10, 24, 500, 10, 60, 'R3644', [
      'For a team of up to ten',
      'Backups kept twice as long as on SME Advanced',
    ]),
  ],
  reasons: {
    title: 'Why Choose Cloud Hosting for Pastel?',
    items: [
      {
        title: 'Remote Access',
        text: "Month-end does not wait for the office: sign in from home, a branch or your accountant's desk.",
      },
      {
        title: 'Data Security',
        text: 'Your books leave the laptop under the counter for a server in a data centre, with backups kept for 15 to 60 days.',
      },
      {
        title: 'Scalability',
        text: 'Add users, memory and storage as the business grows, without buying a server.',
      },
      {
        title: 'Cost Effective',
        text: 'One monthly amount in rand instead of a server to buy and to mind. Your Pastel licence stays your own.',
      },
    ],
  },
};
