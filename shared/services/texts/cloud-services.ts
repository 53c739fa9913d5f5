import { pointsOf } from '../../texts.ts';
import type { ServiceTexts } from '../service.ts';

export const texts: ServiceTexts = {
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
  included: pointsOf(`
Migration Plan | What moves, in which order, what it depends on, what it costs a month, and how to go back.
Virtual Servers | Linux or Windows servers in Johannesburg or Cape Town, installed and secured, and managed if you order it.
Microsoft 365 | Mail, OneDrive and Teams set up properly, with permissions, retention and second factors in place.
Pastel in the Cloud | Your accounting software on a hosted Windows Server desktop that your team and your accountant can reach.
Cloud Backup | Separate copies of servers and Microsoft 365 data. A recycle bin is not a backup.
Cost Review | Regular checks for idle servers, unused licences and storage that only grows.
`),
  plans: {
    'Virtual Servers': 'server-hosting',
    'Microsoft 365': 'microsoft-365',
    'Pastel in the Cloud': 'pastel-hosting',
  },
  steps: pointsOf(`
Take Stock | We list systems, data and users, and measure your line at the hours when it is busiest.
Decide Case by Case | You see the monthly cost of staying and of moving, side by side, and choose.
Pilot | A small group works on the new system first, with real work, and says what is wrong with it.
Move and Sign Off | The switch happens outside working hours, and the old system stays readable until you agree it can go.
`),
  questions: pointsOf(`
Does everything have to move? | No. We work out each case on cost, risk and what your connection can carry. A machine on the factory floor may need to stay where it is.
Is our data kept in South Africa? | It can be: virtual servers run in Johannesburg or Cape Town. Where a service keeps personal information outside South Africa, we say so, because section 72 of POPIA then applies.
Do we pay in dollars? | No: hosting is billed in rand. If a product you need is only sold in a foreign currency, the proposal says so.
When do you switch over? | Outside working hours, after a small group has worked on the new system with real work. The old system stays readable until you agree it can go.
Can we go back? | Yes. The migration plan says how, before anything moves.
`),
  related: ['managed-infrastructure', 'it-software', 'connectivity'],
};
