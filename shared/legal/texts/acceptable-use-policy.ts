import { company } from '../../company.ts';
import { commitments } from '../commitments.ts';
import { legalDocumentOf, legalText } from '../legalDocument.ts';

export const legalDocument = legalDocumentOf('acceptable-use-policy', {
  description: 'What may not be done with our services, how to report abuse, and what we do about it.',
  version: '1.0',
  ...legalText(`
This policy says what may not be done with the services and the website of ${company.legalName} ('we', 'us'). It protects our clients from each other, the internet from misuse of our network, and people from harm.
It binds you, the client, and everyone who uses a service through you: staff, customers, visitors with an account and anyone who holds your access. It is part of the contract described in the Terms of Service.
# Unlawful content and conduct
You may not use a service to commit, help with or conceal a breach of law. In particular you may not use it for:
- offences under the Cybercrimes Act 19 of 2020, such as unlawful access to or interception of data, interference with data or computer systems, trading in passwords or attack tools, cyber fraud, forgery or extortion;
- malicious communications under sections 14 to 16 of that Act: inciting damage or violence, threatening people, or disclosing intimate images without consent;
- sexual abuse material involving children, in any form. We report it to the South African Police Service and the Film and Publication Board and remove access at once;
- infringing copyright, trade marks or other rights, or distributing cracked software or licence keys;
- fraud, phishing, pyramid schemes, or impersonating a person or business;
- incitement to violence or hatred that the law prohibits, harassment and stalking;
- processing personal information in breach of the Protection of Personal Information Act 4 of 2013 (POPIA);
- intercepting communications in breach of the Regulation of Interception of Communications Act 70 of 2002 (RICA).
Content that is lawful in South Africa may still be unlawful where your visitors are. You are responsible for checking.
# Security and network abuse
You may not:
- scan, probe or test systems that are not yours without their owner's written permission;
- launch, relay or sell denial-of-service attacks, or run systems that control infected computers;
- host, send or link to malware, except in a closed analysis environment that we have approved in writing;
- forge addresses, headers or routes, or use addresses that we have not assigned to you;
- run open mail relays, open DNS resolvers or open proxies;
- get around limits, metering, isolation or licence checks;
- mine cryptocurrency on shared, reseller, cPanel or Pastel hosting, or on a VPS without our written agreement.
You may test the security of your own VPS. Tell us two business days before a test that may affect others, and wait for our consent before any load test.
# Email and direct marketing
Electronic direct marketing must follow section 69 of POPIA. You may send it only:
- to people who have consented, and whom you have asked for consent no more than once, in the manner prescribed;
- or to your own customers, whose details you obtained in a sale, about your own similar products, if they could object free of charge then and in every message since.
Every message must show who sends it and how to opt out, free of charge. Honour an opt-out at once, and keep records of consent.
Bought, rented or harvested address lists are forbidden, whatever their seller says.
Set up SPF, DKIM and DMARC for domains that send mail. We may limit the rate of outgoing mail, and hold mail from an account that looks compromised.
# Fair use of shared resources
Where a plan says 'unlimited', we set no fixed number on that feature. It is meant for the websites and mail of one client, or of a reseller's customers, in normal use.
On shared, reseller and cPanel hosting you may not:
- use the space mainly as an archive, backup store, media library or file exchange;
- run processes that stay in memory, game servers, or heavy scheduled jobs more often than every five minutes;
- load a server so much that other clients notice it.
If your use is out of the ordinary, we speak to you first. We show you the figures, suggest a remedy or a plan that fits, and give you a reasonable time, unless other clients are already affected.
# Your share in keeping things safe
You must:
- use strong, unique passwords, and multi-factor authentication where it is offered;
- keep the software that you install up to date, plug-ins and themes included;
- replace or isolate operating systems that their vendors no longer support;
- remove access when someone leaves;
- tell us immediately if a service, an account or a key may be compromised.
If you resell a service, bind your customers to rules no weaker than these, keep records of who they are, and give us a contact who can act on abuse within one business day. We deal with you. You deal with your customers.
# Reporting abuse
Report abuse of our services to ${company.email} with the word 'abuse' in the subject, or phone ${company.phone.display} if people or systems are in danger. We acknowledge a report within one business day.
Tell us the address or account, what happened, the time with its time zone, and add full headers or log lines.
To ask for content to be taken down because it infringes a right, follow section 77 of the Electronic Communications and Transactions Act 25 of 2002 (ECTA). State in writing:
- your full name, address, phone number and email address, and your signature;
- the right that you say is infringed;
- the material or activity, and where it is;
- what you ask us to do;
- that you act in good faith, and that the information is true and correct to your knowledge.
A person who knowingly misstates facts in such a notice is liable for the damage that follows (section 77(2) of ECTA). We normally let the client concerned answer before we act, unless the content is plainly unlawful or delay would do harm.
# What we do about a breach
We act in proportion to the harm and, if we can, in this order:
- we tell you what we have found and ask you to put it right, as a rule within 24 hours;
- we restrict the part of the service that causes the harm;
- we suspend the service;
- we cancel the contract for material breach, if the breach is serious, deliberate or repeated.
We restrict or suspend at once, and tell you at once, if there is an attack, malware, phishing, content involving child abuse, danger to people or other clients, or an order of a court or authority.
If you think we were wrong, write to ${company.email}. Someone who did not take the decision reviews it within two business days. If we were wrong, we restore the service, and the time counts as downtime under the Service Level Agreement.
If the fault is yours, fees remain payable during a suspension. We may charge for cleaning up at our normal hourly rate, after telling you what to expect. You make good the claims of others that your breach causes, as far as the law allows.
# Monitoring, evidence and reports to authorities
We have no general duty to monitor what clients store or send (section 78 of ECTA) and do not read it. We measure traffic, load and signs of attack to keep the services working.
We look into content only with your consent, to restore a service, to deal with abuse that has come to our notice, or where the law requires it. We intercept communications only as RICA allows.
When we learn of an offence on our network, we preserve the evidence that we have and report as the law requires. This includes section 54 of the Cybercrimes Act as soon as it is in force and applies to us.
# Changes
We review this policy every quarter. Changes take effect ${commitments.changeNoticeDays} days after we notify clients, or at once where a law or an acute threat requires it.
`),
});
