import { company } from '../../company.ts';
import { restoreTests } from '../../ownerFacts.ts';
import { commitments } from '../commitments.ts';
import { compromiseNotice, legalDocumentOf, legalText } from '../legalDocument.ts';

export const legalDocument = legalDocumentOf('data-processing-agreement', {
  description: 'How we process personal information on your behalf, as your operator under POPIA.',
  version: '1.2',
  ...legalText(`
This agreement is made between the client named in an order ('you') and ${company.legalName} ('we', 'us'). It is the written contract between a responsible party and its operator that section 21 of the Protection of Personal Information Act 4 of 2013 (POPIA) requires.
It applies from the moment you place personal information on a service of ours and becomes part of the contract. Either of us may ask for a signed copy. Words that POPIA defines have the same meaning here.
# Roles
You are the responsible party for the personal information that you or your users store or process on our services ('client information'), or you act for the responsible party with its authority. We are your operator.
You make sure that the processing is lawful, that people have been told of it, and that the service you chose suits the information you put on it.
For your own contact, billing and support details we are a responsible party ourselves. Our Privacy Policy applies to them.
# The processing
The processing has this scope:
- purpose: to supply, secure, support and back up the services you ordered;
- nature: hosting, storing, transmitting, copying, restoring and erasing, and access during support when you ask for it;
- information: whatever you place on the services, as a rule contact, employment, customer, accounting and communication records;
- people: as a rule your staff, customers, suppliers and website visitors, natural or juristic;
- duration: the term of the service, and the time until erasure below.
Do not place special personal information or information about children on a service unless you are authorised to process it and have chosen safeguards that suit it. For health information, ask us for the Business Associate Agreement first.
# Your instructions
We process client information only with your knowledge or authorisation (section 20 of POPIA). The contract, your settings and your written requests are your instructions.
If we believe that an instruction breaks the law, we tell you and may wait until you have confirmed or changed it.
We do not use client information for purposes of our own. We do not sell it, profile people with it or train software on it.
If a law obliges us to process it differently, we tell you first unless that law forbids us to.
# Confidentiality
We treat client information as confidential and disclose it only as the law or the proper performance of our duties requires.
Only people who need access for their work receive it. They have undertaken in writing to keep it confidential, and that duty outlasts their work for us.
# Security
We establish and maintain the measures that section 19 of POPIA requires: we identify foreseeable risks, set safeguards against them, verify regularly that they work, and update them. Our Security Policy describes them.
They include at least:
- named administrator accounts with least privilege and multi-factor authentication;
- encryption of administrative connections and of backups that we keep;
- separation of clients from each other;
- security updates for what we manage, within the times of the Security Policy;
- logging of administrative access;
- backups where your plan includes them${restoreTests.confirmed ? ', and tests of restoring' : ''}.
You secure what you control: your accounts and passwords, your software and its settings, your users' access, and encryption inside your own applications.
# Sub-operators
You authorise us to use sub-operators for parts of the services, such as data centres, connectivity, software licences and email delivery. We give you the current list, with their countries, on request.
We tell you at least ${commitments.changeNoticeDays} days before we add or replace one that will process client information. You may object on reasonable grounds within that time. If we cannot offer another solution, you may cancel the affected service without penalty and receive a refund of the unused prepaid part.
We bind each sub-operator in writing to duties no weaker than these, and answer for its work as for our own.
# Where information is kept
VPS plans run in Cape Town or Johannesburg: in the one that you choose or, without a choice, that the order confirmation names. For other services the order confirmation names the country.
We do not move client information out of the agreed country without your written agreement. Where a product that you order is supplied from abroad, such as Microsoft 365, accepting our confirmation for it is your agreement to the locations of its vendor.
Each transfer abroad must meet section 72 of POPIA. You obtain prior authorisation from the Information Regulator where section 57 requires it. We give you the facts you need.
# Security compromises
Where there are reasonable grounds to believe that an unauthorised person has accessed or acquired client information, we notify you ${compromiseNotice} after we become aware of it (section 21(2) of POPIA).
As far as we know it, and in stages if need be, we tell you:
- what happened, when, and when we found it;
- which services, kinds of information and how many people are affected;
- the likely consequences;
- what we have done and propose to do;
- the identity of the person who gained access, if known.
You notify the Information Regulator and the people concerned under section 22 of POPIA. We help with the facts, preserve evidence, and do not notify them ourselves unless you ask us to or the law obliges us.
Our notice is not an admission of fault.
# Help with requests and enquiries
If a person asks us for access, correction, deletion or an end to processing, we pass the request to you within two business days and do not answer it ourselves.
We help you to answer such requests, requests under the Promotion of Access to Information Act 2 of 2000, and enquiries from the Information Regulator, as far as you cannot do so with the tools of the service.
If an authority demands client information from us, we check that the demand is lawful, disclose no more than it requires, and tell you first unless the law forbids it. We do not intercept communications except as the Regulation of Interception of Communications Act 70 of 2002 allows.
# Records and audits
We document the processing and give you, on request, what you need to show that we keep to this agreement.
If that is not enough, you may audit us once a year, or after a security compromise that concerned you, on 20 business days' written notice, in business hours, under a duty of confidentiality and without access to the information of other clients.
You bear the cost of an audit, unless it shows a material breach by us. We correct what it finds wrong within an agreed time.
# Return and erasure
For ${commitments.exportDays} days after a service ends you may export client information. We then erase it from the live systems, unless a law obliges us to keep a part. We tell you which part and keep it only for that purpose.
Copies in backups expire with their normal retention. On Pastel hosting this is ${commitments.pastelBackups}. Until then they stay protected and are not used.
On request we confirm the erasure in writing.
# Other laws, liability and order of precedence
If the data protection law of another country applies to client information, such as the General Data Protection Regulation, tell us before you place it on a service. We then agree in writing on the further clauses that it requires.
Each of us answers for its own breach of POPIA. Between us, the liability section of the Terms of Service applies. It does not limit what a person may claim under section 99 of POPIA.
On personal information this agreement prevails over the rest of the contract, and a signed Business Associate Agreement prevails over this one for health information.
It lasts as long as we hold client information. South African law governs it.
`),
  signedBy: ['the client', company.legalName],
});
