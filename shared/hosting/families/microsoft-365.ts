import { company } from '../../company.ts';
import type { HostingFamily, Plan } from '../family.ts';
import { hostingListing } from '../list.ts';

function plan(id: string, name: string, mailbox: string | undefined, price: string, yearlyPrice: string): Plan {
  return {
    id,
    name,
    price,
    yearlyPrice,
    specs: [
      { label: 'Licence', value: 'Per User', phrase: 'licensed per user' },
      ...(mailbox ? [{ label: 'Mailbox', value: mailbox, phrase: `${mailbox} mailbox` }] : []),
      { label: 'OneDrive', value: '1 TB', phrase: '1 TB OneDrive' },
    ],
  };
}

export const family: HostingFamily = {
  ...hostingListing('microsoft-365'),
  title: 'Microsoft 365',
  lead: 'Licences, set-up, migration and support from one local company, billed in rand.',
  meta: {
    title: `Microsoft 365 Licences and Support | ${company.name}`,
    description:
      'Microsoft 365 Business Basic, Standard and Premium for South African companies: business email, 1 TB OneDrive per user, Teams and enterprise security.',
  },
  benefits: [
    { icon: 'mail', title: 'Business Email', text: 'Mail, calendar and contacts on your own domain.' },
    { icon: 'cloud', title: 'Cloud Storage', text: '1 TB OneDrive per user, in step on every device.' },
    { icon: 'team', title: 'Teams Collaboration', text: 'Calls, meetings, chat and shared files in one place.' },
    {
      icon: 'shield',
      title: 'Enterprise Security',
      text: 'Sign-in protection and mail filtering, set up properly from the start.',
    },
  ],
  plansTitle: 'Choose Your Plan',
  orderLabel: 'Get Quote',
  showsPrices: false,
  leadingSpec: 'OneDrive',
  columns: 3,
  plans: [
    plan('microsoft-365-business-basic', 'Business Basic', '50 GB', 'R129', 'R1299'),
    { ...plan('microsoft-365-business-standard', 'Business Standard', undefined, 'R249', 'R2499'), popular: true },
    plan('microsoft-365-business-premium', 'Business Premium', '100 GB', 'R449', 'R4499'),
  ],
};
