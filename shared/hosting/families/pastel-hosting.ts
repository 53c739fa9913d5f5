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
  meta: {
    title: `Pastel in the Cloud: Hosted Accounting | ${company.name}`,
    description:
      'Pastel accounting hosted in the cloud for 2 to 10 users on Windows Server 2022, backed up for 15 to 60 days, from R876 a month. Sign in from the office, home or your accountant.',
  },
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
};
