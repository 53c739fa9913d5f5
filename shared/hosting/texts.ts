import { company } from '../company.ts';
import type { HostingTexts } from './family.ts';

/** By the family's id. */
const hostingTexts: { readonly [familyId: string]: HostingTexts } = {
  'server-hosting': {
    title: 'VPS Server Hosting',
    lead: 'Virtual private servers in Cape Town and Johannesburg: you choose the size and the operating system. Prices are in rand.',
    benefits: [
      {
        title: 'High Performance',
        text: 'NVMe storage on every plan, from 1 core and 2 GB of memory to 16 cores and 64 GB.',
      },
      {
        title: 'Secure and Reliable',
        text: `${company.figures.uptime} uptime guarantee with DDoS protection on every plan.`,
      },
      {
        title: 'Scalable Resources',
        text: 'Start small and move to a larger plan when your workload asks for it.',
      },
    ],
    beyond: {
      title: 'Bigger, or Different?',
      text: 'More storage, several servers behind one address, or Windows Server: tell us what it must carry and we size it with you.',
    },
  },
  'shared-hosting': {
    title: 'Shared Web Hosting',
    lead: 'A home for your website and mailboxes, looked after by people you can phone.',
    benefits: [
      {
        title: 'SSD Storage',
        text: 'Pages, databases and mailboxes live on solid-state drives.',
      },
      {
        title: 'Uptime Guarantee',
        text: `${company.figures.uptime} of each month, as the Service Level Agreement defines it.`,
      },
      {
        title: 'Email Included',
        text: 'Mailboxes on your own domain, ready for your phone and your desktop.',
      },
    ],
  },
  'reseller-hosting': {
    title: 'Reseller Hosting',
    lead: 'Host your own clients under your own name. We run the servers; the relationship stays yours.',
    benefits: [
      { title: 'Your Brand', text: 'White-label hosting under your own name.' },
      { title: 'Earn Revenue', text: 'Set your own packages and prices, and keep the margin.' },
      { title: 'Full Control', text: 'Create, suspend and upgrade accounts yourself with WHM/cPanel.' },
    ],
  },
  'cpanel-hosting': {
    title: 'cPanel Hosting',
    lead: `The control panel you already know, with people in ${company.address.locality} whom you can phone.`,
    benefits: [
      {
        title: 'Full cPanel Access',
        text: 'Files, domains, databases and mail in one familiar place.',
      },
      { title: 'One-Click Installs', text: 'Softaculous with 400+ applications, WordPress among them.' },
      {
        title: 'Enhanced Security',
        text: 'Two-factor sign-in, TLS certificates and an IP blocker, all in cPanel.',
      },
    ],
  },
  'pastel-hosting': {
    title: 'Pastel in the Cloud',
    lead: 'Your Pastel accounting on a hosted Windows server: the same software, from the office, from home and from your accountant.',
    benefits: [
      {
        title: 'Work From Anywhere',
        text: 'Open Pastel over a remote desktop, from any computer.',
      },
      { title: 'Backed Up for You', text: 'Company data kept in backups for 15 to 60 days, by plan.' },
      { title: 'Several Users at Once', text: 'Bookkeeper, manager and accountant in the same books.' },
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
  },
  'microsoft-365': {
    title: 'Microsoft 365',
    lead: 'Licences billed in rand. We set them up, move your mail and support you.',
    benefits: [
      { title: 'Business Email', text: 'Mail, calendar and contacts on your own domain.' },
      { title: 'Cloud Storage', text: '1 TB OneDrive per user, in step on every device.' },
      { title: 'Teams Collaboration', text: 'Calls, meetings, chat and shared files in one place.' },
      {
        title: 'Enterprise Security',
        text: 'Multi-factor sign-in and mail filtering, set up from the start.',
      },
    ],
  },
};

/** Throws if no family has this id. */
export function textsOf(familyId: string): HostingTexts {
  const texts = hostingTexts[familyId];
  if (!texts) throw new Error(`No hosting family is called ${familyId}`);
  return texts;
}
