import { pointsOf } from '../texts.ts';

/** The texts of the cards by service: one or two sentences, 90 to 150 characters. Pages without cards do not load this file. */
export const descriptions = pointsOf(`
managed-infrastructure | Servers, storage, backups and power, monitored and maintained under one contract, in your building or in a data centre.
cybersecurity | Protection for accounts, mailboxes, devices and backups, and a plan for the day something gets through and POPIA applies.
cloud-services | Servers, files and mail moved in stages: to virtual servers in Johannesburg or Cape Town, or to Microsoft 365. Billed in rand.
it-support | A help desk your staff reach by phone, chat or email: remote help first, and an engineer on site when the job needs hands.
network-management | Switches, firewalls, Wi-Fi and VPNs that are designed, documented and monitored, so that a fault can be traced.
it-health | A structured check of your servers, network, backups, licences and security that ends in a written, ranked list of what to fix.
connectivity | Fibre, LTE and wireless links chosen site by site, with a second path for when the first is cut, stolen or without power.
telecoms | Cloud PBX and VoIP for one office or several: your numbers ported, your calls routed, and a plan for when the power is off.
it-software | Business software licensed, hosted, connected and looked after: Microsoft 365, Pastel in the cloud and tools built to fit.
security | CCTV, access control and alarms for business premises, on a network of their own and with batteries for power cuts.
`);
