import { company } from '../../company.ts';
import type { HostingFamily, Spec } from '../family.ts';
import { hostingListing } from '../list.ts';
import { afterwards, downtime, location, payment } from '../questions.ts';
import { countSpec, cpuSpec, ramSpec, storageSpec } from '../specs.ts';

function specs(users: number, ram: number, storage: number, cpus: number, backupDays: number): readonly Spec[] {
  return [
    countSpec('Users', users, 'user'),
    ramSpec(`${ram} GB`),
    storageSpec(`${storage} GB`),
    cpuSpec(cpus),
    { label: 'System', value: 'Windows Server 2022', phrase: 'Windows Server 2022' },
    { label: 'Backups kept', value: `${backupDays} days`, phrase: `${backupDays} days backup retention` },
  ];
}

export const family: HostingFamily = {
  ...hostingListing('pastel-hosting'),
  meta: {
    title: `Pastel in the Cloud: Hosted Accounting | ${company.name}`,
    description:
      'Pastel accounting hosted in the cloud for 2 to 10 users on Windows Server 2022, backed up for 15 to 60 days, from R876 a month. Sign in from the office, home or your accountant.',
  },
  title: 'Pastel in the Cloud',
  lead: 'Your Pastel accounting on a hosted Windows server: the same software, from the office, from home and from your accountant.',
  benefits: {
    'Work From Anywhere': 'Open Pastel over a remote desktop, from any computer.',
    'Backed Up for You': 'Company data kept in backups for 15 to 60 days, by plan.',
    'Several Users at Once': 'Bookkeeper, manager and accountant in the same books.',
  },
  plansTitle: 'Choose Your Plan',
  orderLabel: 'Order Now',
  showsPrices: true,
  columns: 4,
  saving: 'Save 17%',
  plans: [
    {
      id: 'pastel-start-up',
      name: 'Start-up',
      price: 'R876',
      specs: specs(2, 4, 120, 2, 15),
      features: ['For an owner and a bookkeeper', 'Move up when the team grows'],
    },
    {
      id: 'pastel-sme-standard',
      name: 'SME Standard',
      price: 'R1821',
      popular: true,
      specs: specs(5, 8, 300, 6, 30),
      features: ['For a team of up to five', 'Backups kept twice as long as on Start-up'],
    },
    {
      id: 'pastel-sme-advanced',
      name: 'SME Advanced',
      price: 'R2699',
      specs: specs(8, 16, 500, 8, 30),
      features: ['For a team of up to eight', 'Twice the memory of SME Standard'],
    },
    {
      id: 'pastel-sme-premium',
      name: 'SME Premium',
      price: 'R3644',
      specs: specs(10, 24, 500, 10, 60),
      features: ['For a team of up to ten', 'Backups kept twice as long as on SME Advanced'],
    },
  ],
  reasons: {
    title: 'Why Choose Cloud Hosting for Pastel?',
    items: {
      'Remote Access': "Month-end does not wait for the office: sign in from home, a branch or your accountant's desk.",
      'Data Security':
        'Your books leave the laptop under the counter for a server in a data centre, with backups kept for 15 to 60 days.',
      Scalability: 'Add users, memory and storage as the business grows, without buying a server.',
      'Cost Effective':
        'One monthly amount in rand instead of a server to buy and to mind. Your Pastel licence stays your own.',
    },
  },
  questions: {
    ...afterwards,
    'What do I bring along?':
      'Your Pastel licence: a plan does not include one unless your confirmation says so. Tell us its version, and we check that it runs on Windows Server 2022.',
    'Can I print?':
      'Yes: Remote Desktop sends a printout to a printer at your desk. Tell us which printers you use, and we check them.',
    'What if we are more than ten users?':
      'Tell us how many work at the same time, and we quote a server of that size.',
    'What is backed up?':
      'The server, for as many days as the plan says. Your confirmation states how often a backup is made.',
    ...location,
    ...downtime,
    ...payment('monthly'),
  },
};
