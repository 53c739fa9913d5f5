import { acceptableUsePolicy } from './acceptable-use-policy.ts';
import { businessAssociateAgreement } from './business-associate-agreement.ts';
import { dataProcessingAgreement } from './data-processing-agreement.ts';
import { incidentResponsePolicy } from './incident-response-policy.ts';
import type { LegalDocument } from './legalDocument.ts';
import { privacyPolicy } from './privacy-policy.ts';
import { securityPolicy } from './security-policy.ts';
import { serviceLevelAgreement } from './service-level-agreement.ts';
import { termsOfService } from './terms-of-service.ts';

/** All eight with their texts, in the order of the list: for the server. A browser imports `list.ts` or one text. */
export const legalDocuments: readonly LegalDocument[] = [
  termsOfService,
  privacyPolicy,
  serviceLevelAgreement,
  dataProcessingAgreement,
  acceptableUsePolicy,
  securityPolicy,
  incidentResponsePolicy,
  businessAssociateAgreement,
];
