import type { ServiceName } from './service.ts';

/** The ten services as menus name them, without their texts. */
export const serviceNames: readonly ServiceName[] = [
  { id: 'managed-infrastructure', title: 'Managed Infrastructure' },
  { id: 'cybersecurity', title: 'Cybersecurity' },
  { id: 'cloud-services', title: 'Cloud Services' },
  { id: 'it-support', title: 'IT Support' },
  { id: 'network-management', title: 'Network Management' },
  { id: 'it-health', title: 'IT Health Assessment' },
  { id: 'connectivity', title: 'Connectivity' },
  { id: 'telecoms', title: 'Telecoms' },
  { id: 'it-software', title: 'Software Solutions' },
  { id: 'security', title: 'Security Services' },
];
