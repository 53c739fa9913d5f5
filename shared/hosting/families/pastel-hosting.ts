import { pointsOf } from '../../texts.ts';
import { extentOf, lowestPrice } from '../amounts.ts';
import { type HostingFamily, offer, type Plan, type Spec } from '../family.ts';
import { hostingListing } from '../list.ts';
import { afterOrder, downtime, location, payment, promises, whenReady } from '../questions.ts';
import { countSpec, cpuSpec, ramSpec, storageSpec } from '../specs.ts';

/** `ram` and `storage` are in GB. `days`: how long backups are kept. */
type Sizes = { readonly [size in 'users' | 'ram' | 'storage' | 'cpus' | 'days']: number };

function specsOf({ users, ram, storage, cpus, days }: Sizes): readonly Spec[] {
  return [
    countSpec('Users', users, 'user'),
    ramSpec(ram),
    storageSpec(storage),
    cpuSpec(cpus),
    { label: 'System', value: 'Windows Server 2022', phrase: 'Windows Server 2022' },
    { label: 'Backups kept', value: `${days} days`, phrase: `${days} days backup retention` },
  ];
}

const plans: readonly Plan[] = [
  {
    ...offer('pastel-start-up', 'Start-up', 876),
    specs: specsOf({ users: 2, ram: 4, storage: 120, cpus: 2, days: 15 }),
    features: ['For an owner and a bookkeeper', 'Move up when the team grows'],
  },
  {
    ...offer('pastel-sme-standard', 'SME Standard', 1821),
    popular: true,
    specs: specsOf({ users: 5, ram: 8, storage: 300, cpus: 6, days: 30 }),
    features: ['For a team of up to five', 'Backups kept twice as long as on Start-up'],
  },
  {
    ...offer('pastel-sme-advanced', 'SME Advanced', 2699),
    specs: specsOf({ users: 8, ram: 16, storage: 500, cpus: 8, days: 30 }),
    features: ['For a team of up to eight', 'Twice the memory of SME Standard'],
  },
  {
    ...offer('pastel-sme-premium', 'SME Premium', 3644),
    specs: specsOf({ users: 10, ram: 24, storage: 500, cpus: 10, days: 60 }),
    features: ['For a team of up to ten', 'Backups kept twice as long as on SME Advanced'],
  },
];

const [leastUsers, mostUsers] = extentOf(plans, 'Users');
const keptFor = `for ${extentOf(plans, 'Backups kept').join(' to ')} days`;

export const family: HostingFamily = {
  ...hostingListing('pastel-hosting'),
  meta: {
    title: 'Pastel in the Cloud: Hosted Accounting',
    description: `Pastel accounting hosted in the cloud for ${leastUsers} to ${mostUsers} users on Windows Server 2022, backed up ${keptFor}, from ${lowestPrice(plans)} a month. Sign in from the office, home or your accountant.`,
  },
  title: 'Pastel in the Cloud',
  lead: 'Your Pastel accounting on a hosted Windows server: the same software, from the office, from home and from your accountant.',
  benefits: {
    'Work From Anywhere': 'Open Pastel over a remote desktop, from any computer.',
    'Backed Up for You': `Company data kept in backups ${keptFor}, by plan.`,
    'Several Users at Once': 'Bookkeeper and accountant in the same books.',
  },
  plansTitle: 'Choose Your Plan',
  plansNote: 'Bring your own Pastel licence: it is not in the price.',
  orderLabel: 'Order Now',
  showsPrices: true,
  columns: 4,
  plans,
  beyond: {
    title: `More Than ${mostUsers} Users?`,
    text: 'Tell us how many users you need, and we quote a server of that size.',
    users: mostUsers,
  },
  reasons: {
    title: 'Why Choose Cloud Hosting for Pastel?',
    items: {
      'Remote Access': "Month-end does not wait for the office: sign in from home, a branch or your accountant's desk.",
      'Data Security': `Your books are in a data centre, with backups kept ${keptFor}.`,
      Scalability: 'Add users, memory and storage as the business grows.',
      'Cost Effective': 'One monthly amount in rand instead of a server to buy and to mind.',
    },
  },
  questions: pointsOf(`
${afterOrder}
${whenReady('pastel-hosting')}
Can you move our books? | Say in your order where they are. Your confirmation states what we move, when, and what that costs. Keep the old ones until all has moved.
Between two plans, or does one more join? | Order the larger, or say in your order how many you are and how many work at the same time: your confirmation says how users are counted.
Who looks after the server? | We look after the server, and secure Windows and the sign-in; you look after your users and the data in Pastel. We open your files only for a task that you ask for or that the agreement allows (Security Policy).
May I keep my clients' books here? | Yes, if you act with their authority (Data Processing Agreement).
What do I bring along? | Your Sage Pastel licence: tell us its version, and we check that it runs on Windows Server 2022. Your confirmation says which licences the price includes (Windows, Remote Desktop), and whether your other programs, such as Excel, run there. You need an internet line.
Can I print? | Yes, at your desk. Tell us your printers.
What is backed up? | The server, for as many days as the plan says. Your confirmation states how often a backup is made. We can restore any backup that is still kept (Service Level Agreement, section 8).
${location('pastel-hosting')}
${downtime}
${payment(plans)}
${promises}
`),
};
