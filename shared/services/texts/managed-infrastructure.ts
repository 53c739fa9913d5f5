import { pointsOf } from '../../texts.ts';
import { access, monthlyPrice, responses, term } from '../questions.ts';
import type { ServiceTexts } from '../service.ts';

export const texts: ServiceTexts = {
  metaDescription:
    'Servers, storage, backups and backup power monitored, patched and documented under one contract, on your premises or in a South African data centre.',
  lead: 'We run the machines your business runs on: servers, storage, backups and the power behind them.',
  about: [
    'Managed infrastructure means that one party is answerable for the health of your servers and everything they stand on. We monitor them, patch them, back them up and plan the replacements. The work is done to a schedule you can see.',
    'It covers machines in your own server room, virtual servers in Johannesburg or Cape Town, or a mix of the two. You keep ownership of your equipment, data and licences, and you hold a copy of the documentation and passwords.',
    'Power is part of the job. A UPS that nobody has tested since it was installed tends to fail in the first minutes of load-shedding, and a server that loses power in the middle of a write can take a database with it. We size, test and monitor backup power together with the machines it protects.',
  ],
  audience: [
    'Your servers work, but one person knows how, and that person takes leave.',
    'Backups run every night and nobody has restored one this year.',
    'Load-shedding, load reduction or a tripped breaker has shut your server down hard more than once.',
    'Hardware is out of warranty and you need a replacement plan you can put in a budget.',
  ],
  included: pointsOf(`
Monitoring | Disk, memory, temperature, services, certificates and hardware faults, with alerts that reach an engineer.
Patching | Operating system, hypervisor and firmware updates in an agreed window, with a way back if one misbehaves.
Backup | Local and off-site copies, one of them out of reach of ransomware, kept for as long as you need.
Backup Power | UPS and inverter sizing, battery tests, and an orderly shutdown when the runtime is about to end.
Lifecycle Planning | A register of equipment with warranty and replacement dates, and a yearly budget that follows from it.
Documentation | Diagrams, configurations and credentials kept current, and yours to keep if the contract ends.
`),
  steps: pointsOf(`
Inventory | We list every server, disk, licence, backup job and battery, and note what is at risk today.
Proposal | You get the scope, the service levels and a monthly price in rand, with urgent repairs listed separately.
Stabilise | Monitoring goes in first, then backups are made good.
Run | Maintenance follows the agreed calendar, and a regular report says what was done and what is coming.
`),
  questions: pointsOf(`
Do our servers have to move? | No. We look after machines in your own server room, virtual servers in Johannesburg or Cape Town, or a mix of the two.
Who owns the equipment and the passwords? | You do. You keep your equipment, data and licences, and hold a copy of the documentation and passwords, which are yours to keep if the contract ends.
${monthlyPrice} Urgent repairs are listed separately.
${responses}
${access}
${term}
`),
  related: ['it-support', 'cloud-services', 'network-management'],
};
