import { paths } from '../paths.ts';

/** A family as menus and cards name it: label, address and one line, so that every page can carry it without the plans. */
export type HostingMenuEntry = {
  readonly id: string;
  readonly path: string;
  readonly name: string;
  readonly summary: string;
};

export const hostingMenu = {
  serverHosting: {
    id: 'server-hosting',
    path: paths.serverHosting,
    name: 'VPS Server Hosting',
    summary: 'Your own cores, memory and NVMe storage',
  },
  sharedHosting: {
    id: 'shared-hosting',
    path: paths.sharedHosting,
    name: 'Shared Hosting',
    summary: 'Websites and mailboxes on SSD storage',
  },
  resellerHosting: {
    id: 'reseller-hosting',
    path: paths.resellerHosting,
    name: 'Reseller Hosting',
    summary: 'Your brand in front, our servers behind',
  },
  cpanelHosting: {
    id: 'cpanel-hosting',
    path: paths.cpanelHosting,
    name: 'cPanel Hosting',
    summary: 'Full cPanel with 400+ applications',
  },
  pastelHosting: {
    id: 'pastel-hosting',
    path: paths.pastelHosting,
    name: 'Pastel Hosting',
    summary: 'Accounting on a hosted Windows server',
  },
  microsoft365: {
    id: 'microsoft-365',
    path: paths.microsoft365,
    name: 'Microsoft 365',
    summary: 'Email, Teams and 1 TB OneDrive per user',
  },
} as const satisfies Record<string, HostingMenuEntry>;

export const hostingMenuEntries: readonly HostingMenuEntry[] = Object.values(hostingMenu);
