import { servicePath } from '../paths.ts';

/** All services, in the menus' order. The texts of the cards are in `descriptions.ts`, the texts of the pages in `texts/`. */
const list = [
  { id: 'managed-infrastructure', name: 'Managed Infrastructure' },
  { id: 'cybersecurity', name: 'Cybersecurity' },
  { id: 'cloud-services', name: 'Cloud Services' },
  { id: 'it-support', name: 'IT Support' },
  { id: 'network-management', name: 'Network Management' },
  { id: 'it-health', name: 'IT Health Assessment' },
  { id: 'connectivity', name: 'Connectivity' },
  { id: 'telecoms', name: 'Telecoms' },
  { id: 'it-software', name: 'Software Solutions' },
  { id: 'security', name: 'Security Services' },
] as const;

export type ServiceId = (typeof list)[number]['id'];

export type Service = { readonly id: ServiceId; readonly path: string; readonly name: string };

export const services: readonly Service[] = list.map((service) => ({ ...service, path: servicePath(service.id) }));
export const featuredServices: readonly Service[] = services.slice(0, 6);
