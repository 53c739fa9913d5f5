import { company } from '../../company.ts';
import { afterHours } from '../../optionalFacts.ts';
import { responseTimes, serviceCredits } from '../../ownerFacts.ts';
import { commitments, downtimeMinutes } from '../commitments.ts';
import { legalDocumentOf, legalText } from '../legalDocument.ts';

const { uptime } = company.figures;

/** The meanings of the priorities, from priority 1. */
const priorities = [
  'critical (a service is down, or data is at risk)',
  'high (an important function fails and there is no workaround)',
  'normal (a fault with a workaround, or one user affected)',
  'request or question',
];

const ranking = 'We set a priority with you. A response is a reply from a person who has begun to work on the fault.';
const responses = responseTimes.confirmed
  ? `${ranking} We respond within these times, counted in business hours:
${itemsOf(priorities.map((priority, index) => `Priority ${index + 1}, ${priority}: ${responseTimes.value[index]}`))}
Restoring targets are goals we work toward. They are not guaranteed, and missing one earns no credit by itself.`
  : `${ranking} The order confirmation states the response times, counted in business hours, by priority:
${itemsOf(priorities.map((priority, index) => `priority ${index + 1}, ${priority}`))}`;

function itemsOf(priorityTexts: readonly string[]): string {
  return `- ${priorityTexts.join(';\n- ')}.`;
}

const credits = serviceCredits.confirmed
  ? `If the uptime of a hosting service in a calendar month is below our commitment, you receive a credit, as a share of the monthly fee for that service:
- ${serviceCredits.value.uptime.join('\n- ')}
If we miss the response time for a priority 1 fault, you receive a credit of ${serviceCredits.value.response}.
For a service paid yearly, the monthly fee is one twelfth of the yearly price. The credits for one service in one month never exceed its monthly fee.`
  : 'The order confirmation states the credit that you receive if the uptime of a hosting service in a calendar month is below our commitment.';

const lostBackup = serviceCredits.confirmed
  ? `If a backup that we owe you cannot be restored, you receive a credit of ${serviceCredits.value.backup}, subject to the same monthly maximum.`
  : '';

export const legalDocument = legalDocumentOf('service-level-agreement', {
  description: 'The levels of service we commit to, and what you receive when we miss them.',
  version: '1.2',
  ...legalText(`
This agreement states the service levels that ${company.legalName} ('we', 'us') commits to, and what you, the client, receive when we miss them. It is part of the contract described in the Terms of Service.
Times are South African Standard Time. Business hours are ${company.hours.days}, ${company.hours.time}, except public holidays.
# What it covers
The uptime commitment covers VPS, shared, reseller, cPanel and Pastel hosting. The response times cover these services and every managed service that our order confirmation names.
Microsoft 365 runs on Microsoft's own platform under Microsoft's service levels. Our response times apply to the help we give with it. If Microsoft grants a credit for a licence you hold through us, we pass it on in full.
An order confirmation may promise more than this agreement. It may promise less only if it says so in plain words next to the service.
# Uptime
We commit to ${uptime} uptime for each hosting service in each calendar month. In a month of 30 days that leaves at most ${downtimeMinutes} minutes of downtime.
Uptime is the number of minutes in the month less the minutes of downtime, divided by the number of minutes in the month, as a percentage.
Downtime is each full minute in which the service cannot be reached from the internet because of a fault in what we provide: the server or its virtualisation host, storage, power, the data-centre network, or software that we manage for you. It starts when our monitoring detects it or you report it, whichever is first.
Our monitoring measures downtime. If your own records differ, send them to us and we consider them fairly.
# What does not count as downtime
Time in which a service cannot be reached does not count if it is caused by:
- planned maintenance within the limits below;
- your own software, configuration or equipment, or someone using your access;
- your internet connection or power at your premises, load-shedding included;
- domain names or third-party services that we do not manage for you;
- a suspension that the agreement allows;
- an event beyond our reasonable control, as the Terms of Service describe it.
Load-shedding at the data centre does count, because standby power there is our responsibility.
# Maintenance
We carry out planned maintenance between ${commitments.maintenance.between}, with at least ${commitments.maintenance.notice}' notice by email, for at most six hours a month per service.
If a serious security weakness must be closed sooner, we give as much notice as we can. Downtime from such emergency work counts toward uptime.
# Support and response times
Report a fault by phone on ${company.phone.display}, by email to ${company.email} or by the form on our contact page. Always phone about a critical fault.
${responses}
Outside business hours, response times apply only if our order confirmation includes after-hours support. The uptime commitment applies at all hours.
${afterHours && `Support outside business hours: ${afterHours}.`}
# Service credits
${credits}
Claim a credit by email to ${company.email} or by the form on our contact page, within 30 days after the end of the month. Name the service and the times. We answer within ten business days and show our measurements.
We set a credit off against the next invoice. If no further invoice follows, we pay it out within 30 days.
Important: the credit is a reduction of the price for what you did not receive. It is your only remedy for downtime or a late response as such, apart from your right to cancel below.
This does not limit your rights where the Consumer Protection Act 68 of 2008 applies, in particular under section 54 to have a defect remedied or a reasonable part of the price refunded, or liability that the Terms of Service leave unlimited.
# Your right to cancel
You may cancel a hosting service without penalty if its uptime was below 95.0% in one month, or below 99.0% in any three months within six.
Give notice in writing within 30 days after the month that gave you the right. We refund the prepaid part that you have not used, in addition to any credit.
# Backups and restores
Pastel hosting plans include backups, kept for ${commitments.pastelBackups}. Within that time we can restore from any backup taken. The order confirmation states how often we take them.
For other services, backups are included only if the plan or the order confirmation says so, with the retention stated there.
A request to restore is priority 3. It is priority 1 if you cannot work without the lost data. We tell you the state of the most recent usable backup before we overwrite anything.
${lostBackup}
# Your part
So that we can meet these levels, you:
- name a contact person who can take decisions during a fault;
- report faults promptly, with what you see and since when;
- give us the access that we need, and tell us before you make changes that may affect a service;
- replace software that its vendor no longer supports when we advise you to.
Time that we wait for you does not count toward our times.
# Reports, escalation and changes
On request we send you the measured uptime and response times of your services for any of the last 12 months.
If a fault is not handled as promised, ask for the manager on duty by phone, or write to ${company.email} with the word 'escalation' in the subject. A manager answers within one business day.
After a priority 1 fault that lasted over four hours, we send you a written account of its cause and what we have changed, within five business days of the repair.
We review this agreement every quarter. A change that lowers a level takes effect after ${commitments.changeNoticeDays} days' written notice, not before the end of a fixed or prepaid term, and you may cancel the affected service before then without penalty.
`),
});
