import { type Service, services } from './list.ts';
import type { ServiceTexts } from './service.ts';

/** All services with their texts. Only the server imports this file: the browser loads one service's text at a time. */
export const serviceCatalogue: readonly (Service & ServiceTexts)[] = await Promise.all(
  services.map(async (service) => {
    const { texts }: { readonly texts: ServiceTexts } = await import(`./texts/${service.id}.ts`);
    return { ...service, ...texts };
  }),
);
