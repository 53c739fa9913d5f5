import type { LegalDocument } from './legalDocument.ts';
import { type LegalId, legalIds } from './list.ts';
import { legalDocument as acceptableUsePolicy } from './texts/acceptable-use-policy.ts';
import { legalDocument as businessAssociateAgreement } from './texts/business-associate-agreement.ts';
import { legalDocument as dataProcessingAgreement } from './texts/data-processing-agreement.ts';
import { legalDocument as incidentResponsePolicy } from './texts/incident-response-policy.ts';
import { legalDocument as privacyPolicy } from './texts/privacy-policy.ts';
import { legalDocument as securityPolicy } from './texts/security-policy.ts';
import { legalDocument as serviceLevelAgreement } from './texts/service-level-agreement.ts';
import { legalDocument as termsOfService } from './texts/terms-of-service.ts';

const byId: Readonly<Record<LegalId, LegalDocument>> = {
  'terms-of-service': termsOfService,
  'privacy-policy': privacyPolicy,
  'service-level-agreement': serviceLevelAgreement,
  'data-processing-agreement': dataProcessingAgreement,
  'acceptable-use-policy': acceptableUsePolicy,
  'security-policy': securityPolicy,
  'incident-response-policy': incidentResponsePolicy,
  'business-associate-agreement': businessAssociateAgreement,
};

/** All legal documents in the order of `legalIds`. Only the build imports this file: the browser loads one text at a time. */
export const legalDocuments: readonly LegalDocument[] = legalIds.map((id) => byId[id]);
