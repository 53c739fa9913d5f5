import { company } from '../company.ts';
import { commitments } from '../legal/commitments.ts';
import { downtimeMinutes } from '../legal/downtime.ts';
import { minimumTerm, paymentMethods } from '../optionalFacts.ts';
import { ownCores, readyWithinMinutes } from '../ownerFacts.ts';
import { orderSteps } from './orderSteps.ts';

export type Question = { readonly question: string; readonly answer: string };

const { uptime } = company.figures;

const afterwards: Question = { question: 'What happens after I ask?', answer: orderSteps.steps.join(' ') };
const backups: Question = {
  question: 'Are backups included?',
  answer: 'Only where your confirmation says so. Keep copies of your own, or order backups with the plan.',
};
const downtime: Question = {
  question: `What does ${uptime} uptime mean?`,
  answer: `At most ${downtimeMinutes} minutes in a month of 30 days in which you cannot reach the service through a fault of ours. Planned maintenance does not count.`,
};
const paymentBy = (period: string): Question => ({
  question: 'How do I pay and cancel?',
  answer: `We invoice ${period} in advance, payable within ${commitments.payment}${paymentMethods ? ` (${paymentMethods})` : ''}. A monthly service ends on ${commitments.endNoticeDays} days' written notice${minimumTerm ? ', for the end of its minimum term or later' : ''}, and you then have ${commitments.exportDays} days to export your data.`,
});
const payment = paymentBy('monthly or yearly');
const location: Question = {
  question: 'Where is my data kept?',
  answer:
    'Your confirmation names the country before you accept it. We move nothing out of it without your written agreement.',
};
const move: Question = {
  question: 'Can you move what I have?',
  answer: 'Say in your request where it runs today. The quote then states what we move, when, and what that costs.',
};
const sharedOrCpanel: Question = {
  question: 'Shared or cPanel?',
  answer:
    'Shared plans count websites, databases and mailboxes. cPanel plans count accounts, each with a cPanel of its own and 400+ applications to install.',
};

/** What buyers ask, by family; the most important comes first. The answers follow the legal documents. */
export const questions: { readonly [familyId: string]: readonly Question[] } = {
  'server-hosting': [
    afterwards,
    ...(readyWithinMinutes.confirmed ? [{ question: 'How soon is it ready?', answer: readyWithinMinutes.value }] : []),
    ...(ownCores.confirmed ? [{ question: 'Are the cores mine alone?', answer: ownCores.value }] : []),
    {
      question: 'Who looks after the server?',
      answer:
        'We look after hardware, network and virtualisation; you look after the operating system and what runs on it. You can order its management from us.',
    },
    backups,
    downtime,
    payment,
  ],
  'shared-hosting': [sharedOrCpanel, afterwards, move, backups, downtime, payment, location],
  'reseller-hosting': [
    afterwards,
    {
      question: 'Who supports my clients?',
      answer:
        'You do: we deal with you, and you deal with your clients. You bind them to rules no weaker than our Acceptable Use Policy.',
    },
    move,
    backups,
    downtime,
    payment,
    location,
  ],
  'cpanel-hosting': [sharedOrCpanel, afterwards, move, backups, downtime, payment, location],
  'pastel-hosting': [
    afterwards,
    {
      question: 'What do I bring along?',
      answer:
        'Your Pastel licence: a plan does not include one unless your confirmation says so. Tell us its version, and we check that it runs on Windows Server 2022.',
    },
    {
      question: 'Can I print?',
      answer:
        'Yes: Remote Desktop sends a printout to a printer at your desk. Tell us which printers you use, and we check them.',
    },
    {
      question: 'What if we are more than ten users?',
      answer: 'Tell us how many work at the same time, and we quote a server of that size.',
    },
    {
      question: 'What is backed up?',
      answer: 'The server, for as many days as the plan says. Your confirmation states how often a backup is made.',
    },
    location,
    downtime,
    paymentBy('monthly'),
  ],
  'microsoft-365': [
    afterwards,
    {
      question: 'Can we mix plans?',
      answer:
        'Yes: licences are per user. Reception can work with Business Basic and the bookkeeper with Business Standard.',
    },
    {
      question: 'Can you move our mail?',
      answer:
        'Say in your request where your mail is today. The quote then states what we move, when, and what that costs.',
    },
    {
      question: 'Who looks after users and settings?',
      answer:
        'Microsoft runs and secures the platform. Users and settings are yours to manage, or ours if you order it.',
    },
    {
      question: 'Are backups included?',
      answer:
        'No: what you delete can be restored for a limited time only. Keep copies of your own, or order a backup with the licences.',
    },
    {
      question: 'Where is our data kept?',
      answer:
        "On Microsoft's platform, in the locations that Microsoft names. By accepting our confirmation, you agree to them.",
    },
    payment,
  ],
};
