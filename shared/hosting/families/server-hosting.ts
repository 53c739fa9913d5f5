import { company } from '../../company.ts';
import { orderNotes } from '../../messages.ts';
import { askFormAddress } from '../../paths.ts';
import { pointsOf } from '../../texts.ts';
import { count, extentOf, lowestPrice } from '../amounts.ts';
import type { HostingFamily, Plan } from '../family.ts';
import { hostingListing } from '../list.ts';
import { afterOrder, backups, downtime, payment, promises, whenReady } from '../questions.ts';
import { cpuSpec, ramSpec, storageSpec } from '../specs.ts';

type VpsRow = Pick<Plan, 'id' | 'price' | 'yearlyPrice' | 'popular'> & NonNullable<Plan['resources']>;

const notIncluded = 'Backups and system care: only where our confirmation says so.';
const locations = ['Cape Town', 'Johannesburg'];

export const rows: readonly VpsRow[] = [
  { id: 'CXN1', cpus: 1, ram: 2, storage: 25, price: 124, yearlyPrice: 750 },
  { id: 'CXN2', cpus: 2, ram: 4, storage: 60, price: 249 },
  { id: 'CXN3', cpus: 4, ram: 8, storage: 120, price: 499, popular: true },
  { id: 'CXN4', cpus: 6, ram: 8, storage: 200, price: 624 },
  { id: 'CXN5', cpus: 6, ram: 10, storage: 400, price: 874 },
  { id: 'CXN6', cpus: 8, ram: 12, storage: 400, price: 1061 },
  { id: 'CXN7', cpus: 8, ram: 16, storage: 500, price: 1249 },
  { id: 'CXN8', cpus: 10, ram: 16, storage: 500, price: 1499 },
  { id: 'CXN9', cpus: 12, ram: 24, storage: 500, price: 1749 },
  { id: 'CXN10', cpus: 16, ram: 32, storage: 650, price: 2249 },
  { id: 'CXN11', cpus: 16, ram: 48, storage: 1000, price: 2749 },
  { id: 'CXN12', cpus: 16, ram: 64, storage: 1250, price: 3749 },
  { id: 'CXN13', cpus: 16, ram: 64, storage: 2000, price: 4749 },
  { id: 'CXN14', cpus: 16, ram: 64, storage: 2500, price: 5374 },
];

function planOf({ cpus, ram, storage, ...offered }: VpsRow): Plan {
  return {
    ...offered,
    name: offered.id,
    resources: { cpus, ram, storage },
    specs: [
      cpuSpec(cpus),
      ramSpec(ram),
      storageSpec(storage, 'NVMe'),
      { label: 'Locations', value: locations.join(' · '), phrase: locations.join(' or ') },
    ],
  };
}

/** Makes the hosting family from the table of its plans. */
export function familyOf(rows: readonly VpsRow[]): HostingFamily {
  const plans = rows.map(planOf);
  const [leastCores, mostCores] = extentOf(plans, 'CPU');
  const [leastRam, mostRam] = extentOf(plans, 'RAM');
  const secure = `${company.figures.uptime} uptime guarantee with DDoS protection on every plan.`;
  return {
    ...hostingListing('server-hosting'),
    meta: {
      title: 'VPS Server Hosting in South Africa',
      description: `Compare ${rows.length} VPS plans from ${lowestPrice(plans)} a month: NVMe storage, up to ${count(mostCores, 'core')} and ${mostRam} GB RAM, ${locations.join(' or ')}, DDoS protection, ${company.figures.uptime} uptime guarantee.`,
    },
    title: 'VPS Server Hosting',
    lead: `Virtual private servers in ${locations.join(' and ')}: you choose the size and the operating system.`,
    benefits: {
      'High Performance': `NVMe storage on every plan, from ${count(leastCores, 'core')} and ${leastRam} GB of memory to ${count(mostCores, 'core')} and ${mostRam} GB.`,
      'Secure and Reliable': secure,
      'Scalable Resources': 'Start small and move to a larger plan when your workload asks for it.',
    },
    plansTitle: 'Choose Your VPS Plan',
    plansNote: notIncluded,
    orderLabel: 'Order Now',
    showsPrices: true,
    columns: 4,
    plans,
    comparisonNote: `${secure} ${notIncluded} ${orderNotes.prepaidYear}`,
    beyond: {
      title: 'Bigger, or Different?',
      text: 'More storage, several servers behind one address, or Windows Server: tell us what it must carry.',
    },
    dataCentres: locations,
    operatingSystems: {
      title: 'Available Operating Systems',
      lead: '1-click installs. A note says where regular support has ended.',
      groups: [
        {
          name: 'Ubuntu Server',
          versions: ['20 LTS (standard support ended)', '22 LTS', '23 (end of life)', '24 LTS'],
        },
        { name: 'Debian', versions: ['12 (long-term support)', '13'] },
        { name: 'CentOS', versions: ['7 (end of life)', 'Stream 8 (end of life)', 'Stream 9'] },
        { name: 'AlmaLinux', versions: ['8', '9'] },
        { name: 'Windows Server', versions: [], link: { label: 'Contact us', path: askFormAddress('server-hosting') } },
      ],
    },
    questions: pointsOf(`
${afterOrder}
${whenReady('server-hosting')}
Who looks after the server? | We look after hardware, network and virtualisation; you (as root, by SSH), or we by order, after the operating system and what runs on it.
${backups}
Where is my data kept? | In ${locations.join(' or ')}, as you choose.
${downtime}
${payment(plans)}
${promises}
`),
  };
}

export const family = familyOf(rows);
