import { pointsOf } from '../../texts.ts';
import { type HostingFamily, offer, type Plan, quoted, type Spec } from '../family.ts';
import { hostingListing } from '../list.ts';
import { afterQuote, payment, termsPromise, whenReady } from '../questions.ts';

const perUser: Spec = { label: 'Licence', value: 'Per User', phrase: 'licensed per user' };
const oneDrive: Spec = { label: 'OneDrive', value: '1 TB', phrase: '1 TB OneDrive' };

function mailboxSpec(size: string): Spec {
  return { label: 'Mailbox', value: size, phrase: `${size} mailbox` };
}

// The contents of the plans follow Microsoft's description: https://www.microsoft.com/microsoft-365/business
const plans: readonly Plan[] = [
  {
    ...offer('microsoft-365-business-basic', 'Business Basic', 129, 1299),
    headline: 'Web and mobile apps',
    specs: [perUser, mailboxSpec('50 GB'), oneDrive],
    features: ['Word, Excel, PowerPoint and Outlook in the browser and on the phone', 'Teams for meetings and chat'],
  },
  {
    ...offer('microsoft-365-business-standard', 'Business Standard', 249, 2499),
    popular: true,
    headline: 'Desktop apps as well',
    specs: [perUser, mailboxSpec('50 GB'), oneDrive],
    features: [
      'Everything in Business Basic',
      'Word, Excel, PowerPoint and Outlook installed on PC or Mac',
      'Work offline',
    ],
  },
  {
    ...offer('microsoft-365-business-premium', 'Business Premium', 449, 4499),
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
];

export const family: HostingFamily = {
  ...hostingListing('microsoft-365'),
  meta: {
    title: 'Microsoft 365 Licences and Support',
    description:
      'Microsoft 365 Business Basic, Standard and Premium for South African companies: business email, 1 TB OneDrive per user, Teams and enterprise security.',
  },
  title: 'Microsoft 365',
  lead: 'Licences billed in rand. Setting up, moving your mail and support are quoted with them.',
  benefits: {
    'Business Email': 'Mail, calendar and contacts on your own domain.',
    'Cloud Storage': '1 TB OneDrive per user, in step on every device.',
    'Teams Collaboration': 'Calls, meetings, chat and shared files in one place.',
    'Enterprise Security': 'Multi-factor sign-in and mail filtering on every plan.',
  },
  ...quoted,
  orderHint: 'Number of users:',
  plans,
  questions: pointsOf(`
${afterQuote}
${whenReady('microsoft-365')}
Can we mix plans, and change them? | Yes: licences are per user. Reception can work with Business Basic and the bookkeeper with Business Standard. Your confirmation says from when a licence that you add or drop later counts, and which shared mailboxes need one.
Can you move our mail? | Yes, and your domain name and addresses stay the same. Say in your request where mail and domain are today. The quote then states what we move, with calendars and contacts, when, and what that costs. Keep the old mailboxes until all has moved. If you have Microsoft 365 already, the quote says whether the licences can move while the mailboxes stay. Cloud Services says how a move goes.
Who looks after users and settings? | Microsoft runs and secures the platform. Users and settings are yours to manage, or ours if you order IT Support as well.
Are backups included? | No: what you delete can be restored for a limited time only. Keep copies of your own, or ask for a backup under Additional Requirements.
Where is our data kept? | On Microsoft's platform, in the locations that Microsoft names. By accepting our confirmation, you agree to them. For health information, ask us for the Business Associate Agreement first.
${payment(plans)}
What do you promise, and can we change our mind? | Microsoft's service levels apply, our response times to the help we give, and you get each credit that Microsoft grants for your licence (Service Level Agreement). ${termsPromise}
`),
};
