import { company } from '../../company.ts';
import type { HostingFamily, Spec } from '../family.ts';
import { hostingListing } from '../list.ts';

const perUser: Spec = { label: 'Licence', value: 'Per User', phrase: 'licensed per user' };
const oneDrive: Spec = { label: 'OneDrive', value: '1 TB', phrase: '1 TB OneDrive' };

function mailboxSpec(size: string): Spec {
  return { label: 'Mailbox', value: size, phrase: `${size} mailbox` };
}

export const family: HostingFamily = {
  ...hostingListing('microsoft-365'),
  meta: {
    title: `Microsoft 365 Licences and Support | ${company.name}`,
    description:
      'Microsoft 365 Business Basic, Standard and Premium for South African companies: business email, 1 TB OneDrive per user, Teams and enterprise security.',
  },
  plansTitle: 'Choose Your Plan',
  orderLabel: 'Get Quote',
  showsPrices: false,
  columns: 3,
  // What each plan contains, as Microsoft describes it: https://www.microsoft.com/microsoft-365/business
  plans: [
    {
      id: 'microsoft-365-business-basic',
      name: 'Business Basic',
      price: 'R129',
      yearlyPrice: 'R1299',
      headline: 'Web and mobile apps',
      specs: [perUser, mailboxSpec('50 GB'), oneDrive],
      features: ['Word, Excel, PowerPoint and Outlook in the browser and on the phone', 'Teams for meetings and chat'],
    },
    {
      id: 'microsoft-365-business-standard',
      name: 'Business Standard',
      price: 'R249',
      yearlyPrice: 'R2499',
      popular: true,
      headline: 'Desktop apps as well',
      specs: [perUser, { label: 'Mailbox', value: 'As in Basic' }, oneDrive],
      features: [
        'Everything in Business Basic',
        'Word, Excel, PowerPoint and Outlook installed on PC or Mac',
        'Work offline',
      ],
    },
    {
      id: 'microsoft-365-business-premium',
      name: 'Business Premium',
      price: 'R449',
      yearlyPrice: 'R4499',
      headline: 'Device security as well',
      specs: [perUser, mailboxSpec('100 GB'), oneDrive],
      features: [
        'Everything in Business Standard',
        'Intune to manage computers and phones',
        'Defender for Business',
        'Entra ID P1 for access rules',
        'Email archive',
      ],
    },
  ],
};
