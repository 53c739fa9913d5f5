import { company } from '../../company.ts';
import { commitments } from '../commitments.ts';
import { companyAddress } from '../companyDetails.ts';
import { informationRegulator } from '../informationRegulator.ts';
import { legalDocumentOf, legalText } from '../legalDocument.ts';

export const legalDocument = legalDocumentOf('privacy-policy', {
  description: 'Which personal information we collect, why, for how long, and the rights POPIA gives you.',
  version: '1.1',
  ...legalText(`
This policy tells you how ${company.legalName} ('we', 'us') handles personal information. It is the notice that section 18 of the Protection of Personal Information Act 4 of 2013 (POPIA) requires.
POPIA protects the information of people and of companies. Where we hold information only on behalf of a client, that client decides about it, and the Data Processing Agreement applies instead.
# Who is responsible
We are the responsible party. Our address is ${companyAddress}.
Our Information Officer answers questions about personal information: ${company.informationOfficer}, ${company.email}, ${company.phone.display}.
# What we collect
We collect what you type into a form on this website, directly from you:
- a message on the contact page: your name, email address and message, and if you wish your company and phone number;
- an order or quote request: your name, email address, phone number, the plan and the options you chose, and if you wish your company and further requirements.
Giving this information is voluntary. Without the fields that a form marks as needed, we cannot answer you.
Please do not send passwords, health information or identity numbers through the forms. We do not need them there.
Our web server handles your network (IP) address to deliver pages and to limit abuse. Its log records technical facts of each request, such as the time, the page and the result. Your browser may report errors and loading times to the same server. We do not use any of this to build a profile of you.
If you become a client, we also hold contract, billing and support records. Where the Regulation of Interception of Communications Act 70 of 2002 (RICA) applies to a connectivity or telephone service, we collect the identity and address details that it prescribes.
The website is meant for businesses and adults. We do not knowingly collect information about children.
# Cookies and third parties on this website
The website sets no cookies. It keeps your choice of a dark or light theme in your browser's own local storage, from where it is not sent to us. What you type into a form stays in your browser's session storage, so that a reload does not lose it, until you send it or close the tab; how far you have scrolled a page is kept there too. You can clear both at any time.
Opening a page sends requests to our server alone. Other services are contacted only after you act, as the next clauses explain.
The forms are protected against robots by a calculation that your browser makes and our server checks. No third party is involved. If we configure the hCaptcha service instead, it says so on the contact form. It then receives your network address and details of your browser when you begin to use that form.
Live chat loads nothing until you click it. It then connects you to our chat provider or opens a messaging service, which receives what you write and technical details of your device.
Links to ${company.messaging.name}, to remote-support software and to other websites lead to services with their own privacy policies.
Error reports go to our own server. If we switch on an outside error-reporting service, we first name it in this policy.
# Why we use it, and on what ground
We use personal information only for these purposes (sections 11 and 13 of POPIA):
- to answer you, prepare a quote and confirm an order: steps toward a contract with you, and our legitimate interest in replying;
- to supply, support and invoice services: performing the contract;
- to keep the website and our services secure and free of abuse: our legitimate interest and our duty under section 19;
- to meet tax, company, interception and other laws: legal obligation.
We send electronic direct marketing only as section 69 of POPIA allows: with your consent, or to existing clients about similar services. Every message lets you opt out. Filling in a form on this website is not consent to marketing.
We do not make decisions about you by automated means alone, and we do not sell personal information.
# How long we keep it
What you send through a form is stored on our server and delivered to our team by email. The server erases it at most ${commitments.submissionDays} days after that delivery. A message that could not be delivered is kept until we have dealt with it by hand.
We erase the emailed copy within the same time, unless it has become part of a client's records.
Contract, invoice and payment records are kept for as long as tax and company law require: as a rule five years under the Tax Administration Act 28 of 2011 and seven years under the Companies Act 71 of 2008.
Technical logs are kept only as long as security and fault-finding need them.
# Who receives it
Within our company, only people who need the information for their work see it.
Service providers, such as email and data-centre providers, process it on our instruction and under a written contract that binds them to confidentiality and security (sections 20 and 21 of POPIA).
We disclose information to vendors when you order their product, to professional advisers bound by secrecy, and to authorities when the law compels us.
# Transfers outside South Africa
Some providers store or handle information in other countries. Microsoft 365, messaging services and, where used, hCaptcha or the live chat are examples.
We transfer information abroad only as section 72 of POPIA allows: where the recipient is bound by a law, binding corporate rules or an agreement that protects it to POPIA's standard, where you consent, or where the transfer is needed for a contract with you or in your interest.
Ask us if you want to know which country applies to your information.
# How we protect it
We apply appropriate, reasonable technical and organisational measures (section 19 of POPIA). Connections to the website are encrypted, forms ask only for what we need, access is restricted, and submissions are rate-limited. Our Security Policy says more.
If there are reasonable grounds to believe that an unauthorised person has accessed or acquired your information, we notify the Information Regulator and you as soon as reasonably possible (section 22 of POPIA). We tell you what happened, what it may mean for you, what we are doing and what you can do.
# Your rights
You may:
- ask, free of charge, whether we hold information about you, and ask for access to it (section 23);
- ask us to correct or delete information that is wrong, out of date, excessive, unlawfully obtained or no longer needed (section 24);
- object to processing that rests on a legitimate interest, and at any time to direct marketing (section 11(3));
- withdraw a consent you have given, for the future (section 11(2));
- complain to the Information Regulator (section 74) and claim damages in court (section 99).
Write to ${company.email}, or phone or message us. Objections and requests to correct or delete cost nothing. You may use Form 1 or Form 2 of the POPIA regulations, or your own words with the same content.
We may ask you to prove who you are. We answer within 30 days, and we tell you why if we must refuse.
Requests for records under the Promotion of Access to Information Act 2 of 2000 (PAIA) use the form that its regulations prescribe, and a prescribed fee may apply. Our PAIA manual, which section 51 requires, is available from the Information Officer. We decide such requests within 30 days.
# Complaints and changes
If we have not treated your information properly, please tell us first, so that we can put it right.
You may complain to ${informationRegulator.name} at any time: ${informationRegulator.address}; ${informationRegulator.complaintsEmail}; ${informationRegulator.phone}; ${informationRegulator.website}.
We review this policy every quarter. Its version stands at the top. If we want to use information for a new purpose, we tell you before we do.
`),
});
