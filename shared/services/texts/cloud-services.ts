import type { ServiceTexts } from '../service.ts';

export const texts: ServiceTexts = {
  id: 'cloud-services',
  metaDescription:
    'Cloud migration and management in South Africa: virtual servers in Johannesburg or Cape Town, Microsoft 365, backup and cost control, billed in rand.',
  lead: 'We move what belongs in the cloud, leave what does not, and look after both.',
  about: [
    'Moving to the cloud is a set of separate decisions. Mail usually goes first. Files follow if the line is good enough. Accounting software can move to a hosted desktop. A machine on the factory floor may need to stay where it is. We work out each case on cost, risk and what your connection can carry.',
    'Virtual servers can be placed in Johannesburg or Cape Town. That keeps response times short and settles where your data is held. Where a service keeps personal information outside South Africa, we say so, because section 72 of POPIA then applies.',
    'Hosting is billed in rand. A plan priced in dollars can look cheap in January and cost more by June with nothing changed but the exchange rate. If a product you need is only sold in a foreign currency, the proposal says so.',
  ],
  audience: [
    'Your office server is due for replacement and you would like to know whether to buy another.',
    'Staff work from several branches or from home, and the office line has become the bottleneck.',
    'You run Pastel on a desktop that everyone connects to, and it stops when the power does.',
    'You already use cloud services, and the monthly bill grows without anyone being able to say why.',
  ],
  included: [
    {
      title: 'Migration Plan',
      text: 'What moves, in which order, what it depends on, what it costs a month, and how to go back.',
    },
    {
      title: 'Virtual Servers',
      text: 'Linux or Windows servers in Johannesburg or Cape Town, installed and secured, and managed if you order it.',
      hosting: 'server-hosting',
    },
    {
      title: 'Microsoft 365',
      text: 'Mail, OneDrive and Teams set up properly, with permissions, retention and second factors in place.',
      hosting: 'microsoft-365',
    },
    {
      title: 'Pastel in the Cloud',
      text: 'Your accounting software on a hosted Windows Server desktop that your team and your accountant can reach.',
      hosting: 'pastel-hosting',
    },
    {
      title: 'Cloud Backup',
      text: 'Separate copies of servers and Microsoft 365 data. A recycle bin is not a backup.',
    },
    {
      title: 'Cost Review',
      text: 'Regular checks for idle servers, unused licences and storage that only grows.',
    },
  ],
  steps: [
    {
      title: 'Take Stock',
      text: 'We list systems, data and users, and measure your line at the hours when it is busiest.',
    },
    {
      title: 'Decide Case by Case',
      text: 'You see the monthly cost of staying and of moving, side by side, and choose.',
    },
    {
      title: 'Pilot',
      text: 'A small group works on the new system first, with real work, and says what is wrong with it.',
    },
    {
      title: 'Move and Sign Off',
      text: 'The switch happens outside working hours, and the old system stays readable until you agree it can go.',
    },
  ],
  questions: [
    {
      question: 'Does everything have to move?',
      answer:
        'No. We work out each case on cost, risk and what your connection can carry. A machine on the factory floor may need to stay where it is.',
    },
    {
      question: 'Is our data kept in South Africa?',
      answer:
        'Virtual servers can be placed in Johannesburg or Cape Town. Where a service keeps personal information outside South Africa, we say so, because section 72 of POPIA then applies.',
    },
    {
      question: 'Do we pay in dollars?',
      answer:
        'Hosting is billed in rand. If a product you need is only sold in a foreign currency, the proposal says so.',
    },
    {
      question: 'When do you switch over?',
      answer:
        'Outside working hours, after a small group has worked on the new system with real work. The old system stays readable until you agree it can go.',
    },
    {
      question: 'Can we go back?',
      answer: 'The migration plan says how, before anything moves.',
    },
  ],
  related: ['managed-infrastructure', 'it-software', 'connectivity'],
};
