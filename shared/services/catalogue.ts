import { type Service, type ServiceId, services } from './list.ts';
import type { ServiceTexts } from './service.ts';
import { texts as cloudServices } from './texts/cloud-services.ts';
import { texts as connectivity } from './texts/connectivity.ts';
import { texts as cybersecurity } from './texts/cybersecurity.ts';
import { texts as itHealth } from './texts/it-health.ts';
import { texts as itSoftware } from './texts/it-software.ts';
import { texts as itSupport } from './texts/it-support.ts';
import { texts as managedInfrastructure } from './texts/managed-infrastructure.ts';
import { texts as networkManagement } from './texts/network-management.ts';
import { texts as security } from './texts/security.ts';
import { texts as telecoms } from './texts/telecoms.ts';

const byId: Readonly<Record<ServiceId, ServiceTexts>> = {
  'managed-infrastructure': managedInfrastructure,
  cybersecurity: cybersecurity,
  'cloud-services': cloudServices,
  'it-support': itSupport,
  'network-management': networkManagement,
  'it-health': itHealth,
  connectivity: connectivity,
  telecoms: telecoms,
  'it-software': itSoftware,
  security: security,
};

/** All services with their texts. Only the server imports this file: the browser loads one service's text at a time. */
export const serviceCatalogue: readonly (Service & ServiceTexts)[] = services.map((service) => ({
  ...service,
  ...byId[service.id],
}));
