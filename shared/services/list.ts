/** All services, in the menus' order. The texts of the cards are in `descriptions.ts`, the texts of the pages in `texts/`. */
const list = [
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
] as const;

export type ServiceId = (typeof list)[number]['id'];

/** A service in menus and the sitemap. */
export type Service = {
  /** The last part of the service's address, `/services/{id}`. */
  readonly id: ServiceId;
  readonly title: string;
};

export const services: readonly Service[] = list;

/** The six services on the home page. */
export const featuredServices: readonly Service[] = services.slice(0, 6);
