import { company, openingHours } from '../../company.ts';
import { pointsOf } from '../../texts.ts';
import { agreements } from '../questions.ts';
import type { ServiceTexts } from '../service.ts';

export const texts: ServiceTexts = {
  metaDescription:
    'Cybersecurity for South African businesses: sign-ins, mail, devices and backups protected, staff trained, and an incident plan that fits POPIA.',
  lead: 'Layers of protection for accounts, mail, devices and data, and a rehearsed plan for the day one of them fails.',
  about: [
    'Many attacks on businesses begin with something ordinary: a password used twice, a mailbox without a second factor, an invoice whose banking details were changed on the way. We close those doors first, because they are cheap to close, and work outwards from there.',
    'Section 19 of POPIA asks for appropriate, reasonable technical and organisational measures to protect personal information, and for regular checks that they work. We map each control to the risk it answers and keep the record, so that you can show what was in place and when.',
    'Section 22 asks you to tell the Information Regulator and the people affected as soon as reasonably possible when there are reasonable grounds to believe that an unauthorised person has accessed or acquired personal information. That duty stays yours. We help you establish what happened and preserve the evidence, and where we process the data for you, we tell you immediately, as section 21 requires of an operator.',
  ],
  audience: [
    'You pay suppliers by EFT, and a changed account number on an invoice would not be noticed.',
    'A client, bank or insurer has sent you a security questionnaire and you do not have all the answers.',
    'You hold identity numbers, medical records, payslips or card data.',
    'You have had an incident and want to know whether it is really over.',
  ],
  included: pointsOf(`
Sign-In Protection | Multi-factor authentication, conditional access, separate administrator accounts, and prompt removal of leavers.
Mail Security | Filtering of phishing and malware, SPF, DKIM and DMARC for your domain, and warnings on lookalike senders.
Device Protection | Endpoint detection and response, disk encryption and patching on laptops, desktops and servers.
Vulnerability Management | Scheduled scans inside and outside, with findings ranked by risk and followed until they are closed.
Ransomware-Resistant Backup | Copies that cannot be altered with everyday credentials, and a written way back.
Staff Awareness | Short training and phishing simulations, including a call-back habit for changed banking details.
Incident Plan | Who to call, what to unplug, what to preserve and whom to notify, written down and rehearsed.
`),
  steps: pointsOf(`
Find the Gaps | We review accounts, mail, devices, backups and internet-facing systems, and where personal information is kept.
Close the Urgent Ones | Second factors, exposed services and missing backups come first, before any larger project.
Build the Rest in Order | You get a plan by risk and cost, and decide what is done, what waits and what you accept.
Watch and Rehearse | Alerts are handled to the service level you choose, and the incident plan is walked through with your team.
`),
  questions: pointsOf(`
Does this make us compliant with POPIA? | Not by itself: the duties under the Act stay yours. We put measures in place of the kind that section 19 asks for, and keep the record of the risk that each one answers. ${agreements}
What comes first? | Second factors, exposed services and missing backups, before any larger project. For the rest you get a plan by risk and cost, and decide what is done, what waits and what you accept.
What if something has already happened? | Phone us on ${company.phone.display} (${openingHours}). At any other time, do as Technical Support says under Outside Office Hours. We help you establish what happened and preserve the evidence. Telling the Information Regulator and the people affected stays your duty.
Are our staff part of it? | Yes, with short training, phishing simulations and the habit of calling back when banking details change. The incident plan is walked through with your team.
`),
  related: ['it-health', 'managed-infrastructure', 'security'],
};
