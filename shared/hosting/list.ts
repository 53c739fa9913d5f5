import { hostingPath } from '../paths.ts';

const listings = [
  { id: 'server-hosting', name: 'VPS Server Hosting', summary: 'Virtual servers on NVMe storage' },
  { id: 'shared-hosting', name: 'Shared Hosting', summary: 'Websites and mailboxes on SSD storage' },
  { id: 'reseller-hosting', name: 'Reseller Hosting', summary: 'Your brand in front, our servers behind' },
  { id: 'cpanel-hosting', name: 'cPanel Hosting', summary: 'Full cPanel with 400+ applications' },
  { id: 'pastel-hosting', name: 'Pastel Hosting', summary: 'Accounting on a hosted Windows server' },
  { id: 'microsoft-365', name: 'Microsoft 365', summary: 'Email, Teams and 1 TB OneDrive per user' },
] as const;

export type HostingId = (typeof listings)[number]['id'];

/** A family of hosting plans in menus, cards and the sitemap. The family's other data is in `families/{id}.ts`. */
export type HostingListing = {
  readonly id: HostingId;
  readonly path: string;
  readonly name: string;
  readonly summary: string;
};

export const hostingList: readonly HostingListing[] = listings.map((listing) => ({
  ...listing,
  path: hostingPath(listing.id),
}));

export function hostingListing(id: HostingId): HostingListing {
  const listing = hostingList.find((candidate) => candidate.id === id);
  if (!listing) throw new Error(`No hosting family is called ${id}`);
  return listing;
}
