import { pointsOf } from '../../texts.ts';
import type { ServiceTexts } from '../service.ts';

export const texts: ServiceTexts = {
  metaDescription:
    'An IT health assessment of servers, network, backups, licences, power and security, with a written report that ranks what to fix and what it costs.',
  lead: 'A structured check of your IT, with a report that a director can read and an engineer can act on.',
  about: [
    'An IT health assessment answers three questions: what do you have, what is likely to go wrong, and what should be done about it first. It is a fixed piece of work with an end. You can hand the report to us, to your own team or to another supplier.',
    'We look at the technical side and at what surrounds it: who holds the passwords, whether a backup has ever been restored, how long the UPS really lasts, what happens to the account of someone who resigns, and where personal information under POPIA is kept.',
    'A penetration test or a legal opinion is separate work. Where one is called for, the report says so.',
  ],
  audience: [
    'You are about to renew an IT contract or change supplier, and want to know where you stand.',
    'You have taken over a business, a branch or a role, and the systems came without documentation.',
    'You need an IT budget that rests on something better than last year plus inflation.',
    'A near miss, such as a failed disk or a fraudulent invoice, has made the board ask questions.',
  ],
  included: pointsOf(`
Servers and Storage | Age, warranty, capacity, patch level, and what else stops when one of them does.
Backup and Recovery | What is copied, how far back, where to, and whether a sample file can be restored while we watch.
Network and Lines | Firewall, switches, Wi-Fi and internet links, including single points of failure.
Security Basics | Sign-ins, administrator rights, mail protection, devices, and services visible from the internet.
Power | UPS, inverter and generator cover against the outages your area really has.
Licences and Contracts | What you pay for, what you use, what is missing, and which notice periods are running.
Written Report | Findings ranked by risk, each with a recommendation, an estimate of effort and a rough cost in rand.
`),
  steps: pointsOf(`
Scope Call | We agree on sites, systems and people to speak to, and quote the work before it starts.
Collect | We gather data with read-only access where possible and change nothing on your systems without asking.
Visit | An engineer walks through the server room and offices and speaks to the people who use the systems.
Report and Talk | You get the report and a meeting about it. What happens next is up to you.
`),
  questions: pointsOf(`
What does it cost? | We agree on sites, systems and people to speak to, and quote the work before it starts. It is a fixed piece of work with an end.
Do you need access to our systems? | Read-only where possible. We change nothing on your systems without asking.
Do we have to use you for what you find? | No. You can hand the report to us, to your own team or to another supplier.
Is a penetration test part of it? | No. A penetration test or a legal opinion is separate work. Where one is called for, the report says so.
`),
  related: ['managed-infrastructure', 'cybersecurity', 'it-support'],
};
