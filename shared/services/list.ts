import { serviceNames } from './names.ts';
import type { Service, ServiceId } from './service.ts';

const descriptions: { readonly [Id in ServiceId]: string } = {
  'managed-infrastructure':
    'Servers, storage, backups and power, monitored and maintained under one contract, in your building or in a data centre.',
  cybersecurity:
    'Protection for accounts, mailboxes, devices and backups, and a plan for the day something gets through and POPIA applies.',
  'cloud-services':
    'Servers, files and mail moved to the cloud in stages, to Johannesburg, Cape Town or Microsoft 365, and billed in rand.',
  'it-support':
    'A help desk your staff reach by phone, chat or email: remote help first, and an engineer on site when the job needs hands.',
  'network-management':
    'Switches, firewalls, Wi-Fi and VPNs that are designed, documented and monitored, so that faults are traced and not guessed at.',
  'it-health':
    'A structured check of your servers, network, backups, licences and security that ends in a written, ranked list of what to fix.',
  connectivity:
    'Fibre, LTE and wireless links chosen site by site, with a second path for when the first is cut, stolen or without power.',
  telecoms:
    'Cloud PBX and VoIP for one office or several: your numbers ported, your calls routed, and a plan for when the power is off.',
  'it-software':
    'Business software licensed, hosted, connected and looked after: Microsoft 365, Pastel in the cloud and tools built to fit.',
  security:
    'CCTV, access control and alarms for your premises, fitted by PSIRA-registered installers and maintained afterwards.',
};

export const services: readonly Service[] = serviceNames.map((name) => ({
  ...name,
  description: descriptions[name.id],
}));

/** The six on the home page, in the order of the specification. */
export const featuredServiceIds: readonly ServiceId[] = services.slice(0, 6).map((service) => service.id);
