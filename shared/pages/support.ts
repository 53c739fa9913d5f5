import { company, openingHours } from '../company.ts';
import { commitments } from '../legal/commitments.ts';
import { whenAnswered } from '../messages.ts';
import { afterHours } from '../optionalFacts.ts';

/** When visitors get help outside office hours. Must agree with the service level agreement. */
export const afterHoursLine: string = afterHours
  ? `Outside these hours: ${afterHours}.`
  : 'Outside these hours, we help if your order confirmation says so.';

export const supportTexts = {
  title: 'Technical Support',
  lead: `We are there ${openingHours}. For anything urgent, please phone. ${afterHoursLine}`,
  call: `Call ${company.phone.display}`,
  /** The label of the links to the messaging service: below the page's lead, and on the chat's card if there is no live chat. */
  messaging: `Chat on ${company.messaging.name}`,
  cards: {
    liveChat: {
      title: 'Live Chat',
      text: `For quick questions while you are at your screen, not for reports of a fault. Have the name of the device or mailbox at hand. ${openingHours}.`,
      button: 'Start Live Chat',
    },
    phone: {
      title: 'Phone Support',
      text: `For urgent faults: mail, an internet line, a site, a server or a phone system that is down. ${openingHours}, except public holidays. The Service Level Agreement, section 5, says which fault comes first; Service Level Agreement, section 10, whom to ask for if nobody helps.`,
    },
    email: {
      title: 'Email Support',
      text: 'For requests that can wait a little. Screenshots and the exact wording of an error save us both time.',
      button: 'Send an Email',
    },
  },
  outside: {
    id: 'outside-office-hours',
    title: 'Outside Office Hours',
    texts: [
      `Does your confirmation include help outside office hours? Use it now, as it says there. In any case, write to ${company.email} at once, also at night, with the name of the service, what you see, since when, and whether your colleagues see it too (we have no public status page); about a critical fault (a service is down, or data is at risk), phone ${company.phone.display} as well as soon as we are there. A ${company.messaging.name} message alone does not count as a report. The downtime of a hosting service counts from your report at the latest, and planned maintenance is between ${commitments.maintenance.between}, with ${commitments.maintenance.notice}' notice by email. A credit for a hosting service's downtime is yours if you claim it within 30 days after the month (Service Level Agreement, section 6).`,
      `Is your own mail down? Write in the contact form, and leave your phone number. Ransomware, or a stranger in your mail? Take the machine off the network, leave it on, change nothing else and note the time; then use the form, not that mailbox. Is something deleted? Say what and since when, as soon as you see it: where backups are part of your service, we can restore any that is still kept (Service Level Agreement, section 8). ${whenAnswered}`,
    ],
    button: 'Open the Contact Form',
  },
  invoice: {
    id: 'invoice',
    title: 'Is an Invoice Wrong?',
    text: `Tell us why by email to ${company.email} before it is due, and pay the rest. We do not suspend a service over the part in dispute while we look into it (Terms of Service, section 4). Is a service suspended? Our notice says why and what restores it (Terms of Service, section 7).`,
  },
  firstLine: 'I need help with: ',
  subject: 'Support request',
  remote: {
    id: 'remote-support',
    title: 'Remote Support Access',
    text: 'While you are on a call with us, an engineer may ask to see your screen. Download the remote-support software, open it and read out the session number it shows.',
    button: 'Download Remote Support',
    /** The company's phone number, as a link, follows this text. */
    note: 'Only start a session when you called us. We never phone you out of the blue to ask for access, passwords or one-time PINs. If someone does so in our name, put the phone down and call',
  },
} as const;

export const supportMeta = {
  title: 'Technical Support',
  description:
    'Technical support by chat, phone or email, and the download for a remote-support session. How to reach our help desk and what to have ready.',
};
