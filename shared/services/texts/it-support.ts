import { company } from '../../company.ts';
import { pointsOf } from '../../texts.ts';
import { access, monthlyPrice, responses, term } from '../questions.ts';
import type { ServiceTexts } from '../service.ts';

export const texts: ServiceTexts = {
  metaDescription:
    'IT support for South African offices: a help desk by phone, chat and email, remote assistance, on-site engineers, and joiners and leavers handled.',
  lead: 'A help desk for your staff, with engineers who know your systems and write down what they did.',
  about: [
    `Your people contact us directly, by phone, ${company.messaging.name} or email. Each request is logged, gets a reference and is closed with a note of what was done. Most faults can be fixed in a remote session. When one needs hands, we send an engineer, as your contract provides.`,
    `Standard support hours are ${company.hours.days}, ${company.hours.time}. Response targets by priority are part of your agreement, so that a stopped server and a slow printer do not wait in the same queue. Cover outside standard hours is agreed in the contract.`,
    'We can be your whole IT department or stand behind the one you have. With an internal team, we usually take the daily requests so that they get to their projects, or take the escalations that need a specialist.',
  ],
  audience: [
    'You keep the records of patients or clients, and must show who can reach them.',
    'The office manager has become the IT department without being asked.',
    'You have one IT person and no cover for leave, illness or two faults at once.',
    'The same problem comes back every month, because each time only the symptom is fixed.',
    'New staff wait days for a working laptop, and leavers keep their mailboxes for months.',
  ],
  included: pointsOf(`
Help Desk | Phone, ${company.messaging.name} and email, one queue, and a reference for every request.
Remote Assistance | Sessions start only with your consent, on a call you made, and end when you close the window.
On-Site Work | An engineer at your premises for installations, moves and faults that cannot be fixed from a distance.
Joiners and Leavers | Accounts, devices and access prepared before the first day and closed on the last.
Supplier Liaison | We log and follow faults with your line, printer and software suppliers, so that you do not have to.
Asset Register | Who has which device, how old it is, what is installed on it and when it is due for replacement.
Reporting | What was asked, how long it took, what keeps recurring, and what would stop it.
`),
  steps: pointsOf(`
Meet | We ask how many people, sites and systems there are, and what has annoyed you most this year.
Onboard | Devices are registered, administrator access is handed over, and known faults are listed.
Introduce | Your staff learn how to reach us and how to recognise that it is really us who is calling back.
Review | After the first months we go through the requests together and adjust the scope to what you actually use.
`),
  questions: pointsOf(`
Can our staff contact you directly? | Yes, by phone, ${company.messaging.name} or email. Each request gets a reference and is closed with a note of what was done. Report a fault by phone, by email or on this website: a ${company.messaging.name} message alone does not count as a report (Service Level Agreement, section 5).
${responses}
Do you come to us? | Yes, as your contract provides, when a fault needs hands. Say where your sites are: the proposal names those we visit, and what a visit costs. Most can be fixed in a remote session, which starts only with your consent.
${monthlyPrice}
We have IT staff already. Does this fit? | Yes. We usually take the daily requests so that they get to their projects, or the escalations that need a specialist.
${access}
${term}
`),
  related: ['managed-infrastructure', 'network-management', 'cybersecurity'],
};
