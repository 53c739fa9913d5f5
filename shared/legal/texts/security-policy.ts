import { company } from '../../company.ts';
import { restoreTests } from '../../ownerFacts.ts';
import { commitments } from '../commitments.ts';
import { legalDocumentOf, legalText } from '../legalDocument.ts';

export const legalDocument = legalDocumentOf('security-policy', {
  description: 'The safeguards we apply to systems and information, and how to report a weakness to us.',
  version: '1.1',
  ...legalText(`
This policy sets the rules by which ${company.legalName} ('we', 'us') protects its systems and the information that clients entrust to it. It binds our staff and contractors, and clients may rely on it as part of the contract.
It puts section 19 of the Protection of Personal Information Act 4 of 2013 (POPIA) into practice. It does not claim a certification. If we hold one, we show the certificate on request.
# Responsibility and risk
The directors answer for information security. The Information Officer oversees the protection of personal information under section 55 of POPIA.
We keep a register of systems, of the information on them and of who is responsible for each.
At least once a year, and when something important changes, we:
- identify foreseeable internal and external risks;
- choose and maintain safeguards against them;
- verify that the safeguards work;
- update them in response to new risks and to failures.
We have regard to generally accepted practices, such as ISO/IEC 27001 and 27002 and the CIS Controls, as section 19(3) of POPIA requires.
# People
Everyone who works for us undertakes confidentiality in writing before receiving access.
We check references, and other facts as the law allows, before someone receives administrative access.
Staff are trained in security and privacy when they start and every year after that.
Access ends on the day someone leaves, and changes on the day a role changes.
# Access
Access follows the least privilege that a task needs. Each person has an account of his or her own, and shared administrator accounts are not used where a system offers named ones.
Administrative access and remote access to our network require multi-factor authentication.
Secrets are kept in a password manager or vault, never in tickets, chats or source code. They are changed when someone who knew them leaves.
Access rights are reviewed every quarter.
We open a client's server, mailbox or files only for the task that the client asked for or that the agreement allows. A remote support session begins only when the client starts or accepts it.
# Encryption
Administrative connections and our own websites use TLS 1.2 or later, SSH or an equivalent.
Portable devices of staff, and backups that we keep, are encrypted. Keys are stored apart from what they protect.
Client control panels and mail services offer encrypted connections. Clients should accept no others.
# Systems and updates
Servers are built from a hardened baseline: only the services needed, no default passwords, a host firewall, synchronised clocks.
For systems that we manage, we install security updates within these times after their release:
- weaknesses that are being exploited or are rated critical: 3 days, with a mitigation sooner if there is one;
- high: 14 days;
- all others: the next planned maintenance.
Protection against malware runs on the staff devices and Windows servers that we manage.
Systems past the end of their vendor's support are replaced. Where a client insists on one, it is isolated as far as possible and the risk is recorded.
# Networks and data centres
Management networks are separate from client networks, and clients are separated from each other.
Firewalls deny by default. Protection against denial-of-service attacks covers hosting services.
We use data centres that control and record physical access and provide standby power, cooling and fire protection. VPS plans are offered in Cape Town and Johannesburg.
Storage media that leave service are erased so that the data cannot be recovered, or destroyed. The erasure is recorded.
# Logging and monitoring
Administrative access and security events on systems that we manage are logged, protected against change and kept for at least 90 days.
Monitoring raises an alarm for failures and for signs of attack. Alarms are handled under the Incident Response Policy.
Logs contain no passwords and no more personal information than their purpose needs. Communications are not intercepted except as the Regulation of Interception of Communications Act 70 of 2002 allows.
# Backup and recovery
Backups are made where the plan or the contract includes them. On Pastel hosting they are kept for ${commitments.pastelBackups}.
Backups are kept on other systems than the data they copy. The accounts that run a server cannot delete its backups.
${restoreTests.confirmed ? `We test restoring ${restoreTests.value}, record the result and correct what failed.` : ''}
# Change and development
Changes to production are described, reviewed by a second person, tested where that is possible, and come with a way back. Emergency changes are reviewed afterwards.
Our own software is kept under version control. Its dependencies are pinned and checked for known weaknesses.
This website asks for as little as possible: it has no visitor accounts, sets no cookies, loads nothing from third parties before a visitor acts, checks every submission on the server, and erases delivered submissions after at most ${commitments.submissionDays} days.
# Suppliers
Before we use a supplier that can reach client information, we assess its security. We bind it in writing as sections 20 and 21 of POPIA require, and we repeat the assessment at least every second year.
Transfers outside South Africa must meet section 72 of POPIA.
# Who secures what
Security is shared, and the service decides where the line runs:
- VPS: we secure the data centre, network, hardware and virtualisation. The client secures the operating system and everything on it, unless management is part of the order;
- shared, reseller and cPanel hosting: we also secure the operating system, the control panel and the web and mail software. The client secures its websites, accounts and passwords;
- Pastel hosting: we also secure Windows Server. The client secures its users, and its accounting data within the application;
- Microsoft 365: Microsoft secures the platform. The client secures users and settings, with our help if ordered.
# Reporting a weakness to us
Anyone may report a weakness in this website or our systems to ${company.email}. The file /.well-known/security.txt on this website gives the current contact. We acknowledge a report within two business days and tell you what we do about it.
For this website, and nothing else, we consent to tests in good faith that:
- do not slow or stop it, and do not use automated load, spam or social engineering;
- touch no information of others. If you meet some, stop, keep no copy and tell us;
- are reported to us promptly, and not published for 90 days or until we have fixed the weakness, whichever is sooner.
We do not lay charges or claim damages over tests that stay within these rules. Other tests need our written consent beforehand. Without it they may be offences under the Cybercrimes Act 19 of 2020.
# Exceptions, breaches and review
An exception to this policy needs a reason, a compensating safeguard, an end date and the written approval of a director.
Staff who breach this policy face disciplinary action. Security compromises are handled under the Incident Response Policy.
We review this policy every quarter and after every serious incident.
`),
});
