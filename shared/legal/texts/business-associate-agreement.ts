import { company } from '../../company.ts';
import { commitments } from '../commitments.ts';
import { compromiseNotice, legalDocumentOf, legalText } from '../legalDocument.ts';

export const legalDocument = legalDocumentOf('business-associate-agreement', {
  description: 'Extra duties for clients who keep health information with us, under HIPAA and POPIA.',
  version: '1.2',
  ...legalText(`
This agreement is made between the client that signs it ('you') and ${company.legalName} ('we', 'us'). It is for clients that keep health information on our services. It applies only once both parties have signed it, and adds to the Data Processing Agreement. To have it signed, write to ${company.email}.
It serves two groups: covered entities and business associates under the United States Health Insurance Portability and Accountability Act of 1996 (HIPAA), and South African clients that process health information under the Protection of Personal Information Act 4 of 2013 (POPIA). No public body certifies providers under HIPAA, and we claim no such certification.
# Definitions
'HIPAA Rules' means the Privacy, Security, Breach Notification and Enforcement Rules in 45 CFR Parts 160 and 164. Words that they define have the same meaning here in relation to PHI.
'PHI' means protected health information as 45 CFR 160.103 defines it, limited to what we create, receive, maintain or transmit for you. The clauses on PHI apply if you are a covered entity or a business associate.
'Health information' means PHI, and personal information about a person's health or sex life in the sense of section 26 of POPIA, that you place on a covered service.
'Covered service' means a service that our order confirmation names as covered by this agreement. Shared, reseller and cPanel hosting are not covered unless it says so.
# Permitted use and disclosure
We use and disclose health information only to supply the covered services to you, as this agreement permits or as the law requires. We do not use it in a way that would breach Subpart E of 45 CFR Part 164 if you did it.
We may use PHI for our own proper management or to meet our legal responsibilities. We may disclose it for these purposes only if the law requires it, or if the recipient assures us in writing that it will keep it confidential, use it only for the purpose, and tell us of any breach.
We keep to the minimum necessary. We do not sell health information, use it for marketing, or de-identify or aggregate it for purposes of our own.
Where you delegate to us a duty of yours under Subpart E, we meet the requirements that apply to you in performing it.
# Safeguards
We use appropriate safeguards against use or disclosure that this agreement does not permit. For electronic PHI we comply with Subpart C of 45 CFR Part 164, which covers administrative, physical and technical safeguards and documentation.
For covered services these include, beyond the Security Policy:
- encryption of health information in backups and in transit over public networks;
- access only for named people, with multi-factor authentication, logged and reviewed every quarter;
- a documented risk analysis, repeated every year;
- a contingency plan for backup, recovery and operation in an emergency, tested every year;
- training in HIPAA and POPIA for staff who can reach health information.
We treat health information as confidential under section 32(2) of POPIA. We respect the confidentiality that section 14 of the National Health Act 61 of 2003 gives users of health services.
# Reporting
We report to you any use or disclosure that this agreement does not permit, any security incident, and any breach of unsecured PHI, ${compromiseNotice} after we discover it. For information under POPIA the same notice serves section 21(2).
As far as we have it, and otherwise as soon as we do, we give you what 45 CFR 164.410(c) and section 22(5) of POPIA call for:
- each individual whose information has been, or may have been, affected;
- what happened, the dates of the event and of its discovery, and the kinds of information;
- the possible consequences, and what individuals should do to protect themselves;
- what we do to investigate, limit the harm and prevent a repeat;
- who gained access, if known.
Unsuccessful attempts, such as pings, port scans and failed logins, happen all the time. This clause is the notice of them. We report them singly only if they lead to access.
You notify individuals, the media, the United States Secretary of Health and Human Services and the Information Regulator, as the law requires. We help, and bear the reasonable cost of required notices if our breach of this agreement caused the event, within the liability section of the Terms of Service.
We mitigate, as far as practicable, harmful effects of which we know.
# Subcontractors
A subcontractor that creates, receives, maintains or transmits health information for us must first agree in writing to the same restrictions, conditions and requirements (45 CFR 164.502(e)(1)(ii) and 164.308(b)(2)).
The clauses on sub-operators and on locations in the Data Processing Agreement apply. PHI leaves the agreed country only with your written agreement.
# Rights of individuals
If we hold PHI in a designated record set, we make it available to you within ten days of your request, so that you can give access (45 CFR 164.524), and make amendments that you direct (45 CFR 164.526).
We document disclosures of PHI, and give you within ten days what you need for an accounting (45 CFR 164.528). We keep these records for six years.
If an individual turns to us, we pass the request to you within two business days and leave the answer to you. For requests under sections 23 and 24 of POPIA the same applies.
# Books and records
We make our internal practices, books and records on PHI available to the Secretary of Health and Human Services, to determine compliance with the HIPAA Rules. We tell you of such a request unless the law forbids it.
The audit clauses of the Data Processing Agreement apply. On request we give you the current risk analysis in summary.
# What you undertake
You:
- are authorised to process the health information, under sections 27 and 32 of POPIA or under HIPAA, and obtain the consents and authorisations needed;
- obtain prior authorisation from the Information Regulator where section 57 of POPIA requires it, in particular for transfers of special personal information to a country without adequate protection;
- place health information only on covered services, with the settings we have agreed, and never in support tickets, emails to us or forms on our website;
- encrypt it within your own applications where that is reasonable;
- tell us of limits in your notice of privacy practices, of withdrawn permissions and of agreed restrictions, as far as they affect what we do;
- ask us for nothing that the HIPAA Rules or POPIA would forbid if you did it yourself.
# Term, termination and return
This agreement begins when both parties have signed, and lasts as long as we hold health information for you.
If one of us breaches a material term, the other may give written notice with a reasonable time to cure, at most 30 days, and then terminate this agreement and the covered services. If cure is not possible, notice may be immediate.
When it ends, you may export health information for ${commitments.exportDays} days. We then return or destroy it, keep no copies, and see that subcontractors do the same. Backups expire with their normal retention and stay protected until then.
If return or destruction is not feasible, or a law requires us to keep a part, we tell you why. We extend the protections of this agreement to that part, and use it for nothing else.
# General
South African law governs this agreement, and the courts named in the Terms of Service have jurisdiction. Terms and duties that come from the HIPAA Rules are interpreted as United States law interprets them. An ambiguity is resolved so that both parties can comply.
On health information this agreement prevails over the Data Processing Agreement and the rest of the contract. The liability section of the Terms of Service applies. It limits neither section 99 of POPIA nor liability that the law places on either of us directly.
If the HIPAA Rules or POPIA change, we both agree in good faith to the amendments that are needed.
Nobody but the parties receives rights from this agreement. The duties that are meant to outlast it do so while we hold health information.
`),
  signedBy: ['the client', company.legalName],
});
