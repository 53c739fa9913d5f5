import { company, type VatMode } from '../../company.ts';
import { minimumTerm, paymentMethods } from '../../optionalFacts.ts';
import { commitments } from '../commitments.ts';
import { legalDocumentOf, legalText } from '../legalDocument.ts';

const vatClause: Record<VatMode, string> = {
  inclusive:
    'Prices are in South African rand and include VAT. We issue a tax invoice as section 20 of the Value-Added Tax Act 89 of 1991 requires.',
  exclusive:
    'Prices are in South African rand and exclude VAT, which we add at the rate in force. We issue a tax invoice as section 20 of the Value-Added Tax Act 89 of 1991 requires.',
  'not-registered':
    'Prices are in South African rand. We are not registered as a vendor under the Value-Added Tax Act 89 of 1991, so no VAT is charged.',
};

export const legalDocument = legalDocumentOf('terms-of-service', {
  description: 'How a request becomes a contract, what it costs, and what each of us owes the other.',
  version: '1.2',
  ...legalText(`
These terms apply to this website and to the services that ${company.legalName} ('we', 'us') supplies to you, the client named in an order.
Clauses that begin with 'Important' limit our liability or place a risk or a duty on you. Please read them with care and ask us if anything is unclear.
# The agreement and the law that protects you
Our details, as section 43 of the Electronic Communications and Transactions Act 25 of 2002 (ECTA) requires, stand at the end of this document. If we belong to a self-regulatory body or subscribe to a dispute resolution code, our order confirmation names it.
The agreement consists of these documents. Where two of them differ, the one named first prevails:
- the Data Processing Agreement and, if signed, the Business Associate Agreement, on personal information;
- our written order confirmation;
- the Service Level Agreement and the Acceptable Use Policy;
- these terms.
The Consumer Protection Act 68 of 2008 (CPA) protects natural persons, and juristic persons below the turnover and asset threshold that the Minister sets. ECTA protects natural persons who transact electronically as end users. Nothing in these terms takes away a right that either Act gives you.
# Requests, quotes and contracts
The plans and prices on this website invite you to enquire. An order or quote request that you send through the website is a request. It is not a contract, it obliges neither of us, and no payment is taken on the website.
Before you send a request, the website shows you the plan and its price or says that we quote on request. You can correct what you typed or withdraw by closing the form.
We answer with a written confirmation that states the service, the full price with all charges, the billing period, any minimum term, the start date and how to pay. The contract begins when you accept that confirmation in writing. Email counts as writing under ECTA.
We may decline a request. We may ask for proof of identity, address or authority, and must do so where the Regulation of Interception of Communications Act 70 of 2002 (RICA) requires it for connectivity and telephone services.
Until you accept, we may correct an obvious error in a description or price. We tell you, and you may withdraw.
We keep a record of each contract and send you a copy on request for as long as it runs.
# Your right to change your mind
If you are a natural person and contract with us electronically as end user, section 44 of ECTA lets you cancel without reason and without penalty: services within seven days after the contract is concluded, goods within seven days after you receive them.
Section 42(2) of ECTA excludes some cases. The main one is a service that began with your consent before the seven days ended. We do not begin early unless you ask us to in writing.
If you have already paid, we refund you in full within 30 days of the cancellation. The only charge we may make is the direct cost of returning goods.
If the contract results from direct marketing and section 16 of the CPA applies instead, you may cancel in writing within five business days, and we refund you within 15 business days.
To cancel, write to ${company.email} with your name and the service. No special form is needed.
# Prices and payment
${vatClause[company.vat]}
We invoice monthly or yearly in advance, as the confirmation says. An invoice is payable within ${commitments.payment} of its date unless the confirmation gives you longer.
${paymentMethods && `Payment methods: ${paymentMethods}.`}
We never announce new bank details by email alone. Phone the number on our website before you pay into an account that is new to you.
Overdue amounts bear interest from the due date at the rate set under the Prescribed Rate of Interest Act 55 of 1975.
We may change a recurring price on ${commitments.changeNoticeDays} days' written notice, but not within a period you have prepaid or a fixed term. If you do not accept the change, you may cancel before it takes effect, without penalty.
If you dispute an invoice in good faith, tell us why before it is due and pay the rest. We do not suspend a service over the disputed part while we investigate.
# What we supply
We supply each service with reasonable skill and care and to the levels in the Service Level Agreement.
Where the CPA applies, section 54 entitles you to timely service of the quality people generally expect. If we fall short, you may ask us to remedy the defect or to refund a reasonable part of the price. Sections 55 and 56 protect the quality of goods, with a six-month right to repair, replacement or refund.
Third-party products, such as Microsoft 365, cPanel, Windows Server and accounting software, are also subject to their vendors' licences, which we identify before you accept. Hosting an accounting package does not include its licence unless the confirmation says so.
Backups form part of a service only where the plan or the confirmation says so. Pastel hosting plans include backups kept for ${commitments.pastelBackups}.
Important: for every other service you must keep your own copies of your data, unless you have ordered backups from us.
Important: if you choose an operating system that its vendor no longer supports, it receives no security updates. We advise against it, and you carry the risk of that choice.
# What we ask of you
You must:
- give us correct contact and billing details and keep them current;
- keep passwords and keys secret, and tell us at once when one may be known to others;
- follow the Acceptable Use Policy, and see that your users and customers do;
- hold the licences for software and content that you bring;
- give us the access and information we need to do our work.
You remain the owner of your data. You allow us to store, copy and transmit it only to provide the services.
# Suspension
We may suspend a service if an undisputed invoice is still unpaid seven days after a written reminder, or as the Acceptable Use Policy allows. We suspend at once only where delay would endanger systems, people or the law.
We tell you why and what restores the service. Suspension alone does not delete your data: we keep it for at least ${commitments.exportDays} days.
# How the contract ends
${minimumTerm && `Minimum term of a monthly service: ${minimumTerm}.`}
A monthly service runs until either of us gives ${commitments.endNoticeDays} days' written notice${minimumTerm ? ', for the end of its minimum term or later' : ''}. For a service that is invoiced yearly, the confirmation states how it ends and whether it renews.
Where section 14 of the CPA applies to a fixed term, you may cancel at any time on 20 business days' written notice, against a reasonable cancellation charge. We remind you in writing between 80 and 40 business days before the term ends, and afterwards the service continues monthly.
Either of us may cancel if the other commits a material breach and does not put it right within 20 business days of written notice.
If we end a service without a breach on your side, or you end it because of ours, we refund the prepaid part that you have not used.
When a service ends you may export your data for ${commitments.exportDays} days. We then erase it. Copies in backups expire with their normal retention period.
# Liability
Nothing in the agreement limits liability for fraud, intent or gross negligence, for death or injury, under section 61 of the CPA, or where the law does not allow a limit.
Important: neither of us is liable to the other for lost profit, lost revenue or other indirect or consequential loss.
Important: our total liability in any 12 months is limited to the fees you paid in that time for the service that caused the loss. This limit does not reduce service credits or refunds.
Neither of us is in breach while an event beyond reasonable control, which reasonable care could not have avoided, prevents performance. Money already due stays payable. If the event lasts 30 days, either of us may cancel the affected service.
Sections 48 to 52 of the CPA protect consumers against unfair terms. These limits apply only as far as they allow.
# Complaints, notices and law
Send complaints to ${company.email}. We acknowledge them within two business days and answer within ten.
If that does not settle the matter, either of us may propose mediation. Consumers may also turn to the National Consumer Commission, a provincial consumer court or an accredited ombud.
South African law governs the agreement. ${company.court} has jurisdiction. Any other court that the law makes competent, including a magistrate's or small claims court, stays open to you.
Notices are valid by email to the address each of us last gave the other. Notices that begin legal proceedings go to the physical address.
We may change these terms on ${commitments.changeNoticeDays} days' written notice, never with effect on the past. If a change harms you, you may cancel before it takes effect, without penalty.
If a clause is invalid, the rest stands. A right that one of us does not use at once is not lost. Neither of us may transfer the contract without the other's consent, which may not be unreasonably refused.
`),
});
