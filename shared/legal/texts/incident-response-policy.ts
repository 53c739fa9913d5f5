import { company } from '../../company.ts';
import { incidentTimes } from '../../ownerFacts.ts';
import { informationRegulator } from '../informationRegulator.ts';
import { compromiseNotice, legalDocumentOf, legalText } from '../legalDocument.ts';

const { assess, tell } = incidentTimes.value;
const assessment = incidentTimes.confirmed ? assess : 'an incident when we learn of it, the most severe first';
const telling = incidentTimes.confirmed ? tell : 'as soon as we can say what is affected';

export const legalDocument = legalDocumentOf('incident-response-policy', {
  description: 'What we do when something goes wrong, whom we tell, and how quickly.',
  version: '1.2',
  ...legalText(`
This policy says how ${company.legalName} ('we', 'us') prepares for incidents, deals with them, and tells those who need to know. It binds our staff and contractors, and clients may rely on the periods it names.
It puts sections 19, 21 and 22 of the Protection of Personal Information Act 4 of 2013 (POPIA) into practice.
# What counts as an incident
An incident is an event that harms, or threatens, the confidentiality, integrity or availability of our systems or of information that we hold.
A security compromise is an incident in which there are reasonable grounds to believe that an unauthorised person has accessed or acquired personal information (section 22 of POPIA). Certainty is not needed.
We rank each incident by its worst likely effect, and raise the rank when in doubt:
- severity 1: a confirmed or likely security compromise, ransomware, or a failure that stops many clients;
- severity 2: an intrusion contained to one system, a failure that stops one client, or an attack in progress;
- severity 3: malware or a policy breach without effect on clients, or a weakness that could be exploited;
- severity 4: an event to note and watch.
# Roles
For each incident of severity 1 or 2 we name:
- an incident lead, who decides, keeps the record and may call in anyone;
- technical staff, who investigate, contain and restore;
- a communications lead, who speaks to clients and the public;
- the Information Officer, where personal information may be affected, who decides on notices under POPIA.
One person may hold several roles. Each role has a deputy. The directors are told of every severity 1 incident within two hours.
The incident lead may take systems offline, block access and call in outside specialists without further approval.
# Reporting
Clients and others report incidents by phone on ${company.phone.display}, by email to ${company.email} or by the form on our contact page. Always phone if it is urgent.
Staff report what they notice at once, including their own mistakes. Nobody is disciplined for an honest and prompt report.
Please leave an affected system switched on, disconnect it from the network if you can, change nothing else and note the time.
# The response, step by step
Assess. We begin to assess ${assessment}. The lead opens a record with times.
Contain. We stop the harm from spreading: isolate systems, block accounts and addresses, revoke keys, preserve backups.
Preserve. Before we rebuild, we secure images, memory and logs as far as the danger allows. We record who handled each item and when, so that a court may accept it.
Find the cause. We establish how it began, what was reached, which information and which people are affected, and since when.
Remove and restore. We close the way in, rebuild from sources known to be clean, change credentials, restore from backups and watch closely for at least 14 days.
Close. The lead closes an incident when service is normal, notices are sent and the remaining tasks have owners and dates.
# Telling clients
Where we hold information as an operator, we notify the client ${compromiseNotice} after we become aware of a security compromise of its information (section 21(2) of POPIA). The Data Processing Agreement lists what the notice contains.
In a failure of service we tell the affected clients ${telling}, and update them until it is over.
We say what we know, what we do not know yet, and when we speak next. We do not guess, play down or blame.
Clients who have signed the Business Associate Agreement also receive the notices that it promises.
# Telling the Information Regulator and the people affected
Where we are the responsible party, we notify the Information Regulator and each person whose information is concerned, if identifiable, as soon as reasonably possible after we discover a security compromise. We aim for 72 hours at most.
We report to the Regulator through its eServices portal or in whatever other way it prescribes at the time.
The notice to the people affected is in writing, by post, email, a prominent place on our website or in the news media, or as the Regulator directs. It contains enough for them to protect themselves:
- the possible consequences of the compromise;
- what we intend to do or have done about it;
- what we recommend they do to limit the effects;
- the identity of the unauthorised person, if we know it.
We delay a notice to the people affected only while a law enforcement body or the Regulator determines that it would impede a criminal investigation (section 22(3) of POPIA), or as long as it takes to establish the scope and restore the integrity of the system (section 22(2)).
Contact: ${informationRegulator.name}, ${informationRegulator.address}; ${informationRegulator.email}; ${informationRegulator.phone}; ${informationRegulator.website}.
# Police, insurers and ransom
We report offences under the Cybercrimes Act 19 of 2020 to the South African Police Service where the law obliges us or a director decides so. Once section 54 of that Act is in force and applies to us, we report without undue delay and where feasible within 72 hours, and preserve what may help an investigation.
Disclosure to authorities follows a lawful request or a legal duty. The Information Officer checks each request and records what was disclosed.
We do not pay a ransom. An exception needs a decision of the directors after legal advice, in writing.
We notify our insurers and other parties that a contract names, within the time it sets.
# Speaking in public
Only the communications lead or a director speaks to the media. Staff refer questions to them.
We do not name affected clients or people without their consent, unless the law requires it.
# Records and lessons
We keep the record of an incident of severity 1 or 2, with its evidence and notices, for five years, protected like other confidential information. Personal information in it that is no longer needed is erased sooner.
Within ten business days after closing such an incident we review it, without blame: what happened, what worked, what did not, what we change, who does it and by when. The directors follow up until it is done.
Clients who were affected receive a summary of the cause and the changes on request.
A failure that breaches the Service Level Agreement gives the rights that it states, whatever this policy says.
# Being prepared
The list of contacts, roles and deputies is checked every quarter. It is kept where it can be read when our own systems are down.
We rehearse at least once a year with a realistic case, such as ransomware on a client server or a lost administrator key, and correct what fails.
New staff learn in their first week how to recognise and report an incident.
We review this policy every quarter and after every severity 1 incident.
`),
});
