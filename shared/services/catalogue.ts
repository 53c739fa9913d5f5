import { type Service, services } from './list.ts';
import type { ServiceTexts } from './service.ts';

/** All services with their texts, in the list's order. The browser loads one at a time, so only the server imports this file. */
export const serviceCatalogue: readonly (Service & ServiceTexts)[] = await Promise.all(
  services.map(async (service) => {
    const { texts }: { readonly texts: ServiceTexts } = await import(`./texts/${service.id}.ts`);
    return { ...service, ...texts };
  }),
);
