import { psiraInstallers } from '../../ownerFacts.ts';
import { pointsOf } from '../../texts.ts';
import type { ServiceTexts } from '../service.ts';

const installers = psiraInstallers.confirmed ? psiraInstallers.value : '';

export const texts: ServiceTexts = {
  metaDescription: `Physical and electronic security for business premises: CCTV, access control and alarms fitted${installers ? ` by ${installers}` : ' and maintained'}, with backup power.`,
  lead: 'Cameras, access control and alarms for your premises, run with the same discipline as the rest of your network.',
  about: [
    'This service protects buildings, stock and people: who comes in, what the cameras saw, what sets off the alarm. Protection of accounts, mailboxes and data is a separate service, Cybersecurity. The two meet in one place, because every modern camera and door controller is also a computer on your network.',
    `${installers ? `Installation is done by ${installers}. ` : ''}Once it is installed, the system is maintained like any other: firmware is updated, factory passwords are gone, recordings are checked, and batteries are tested before load-shedding tests them.`,
    'Camera footage of people is personal information, and fingerprints and faces are special personal information under POPIA. We help you settle signs, retention, access to recordings and the alternative to a fingerprint before the first reader goes up. Your armed-response company stays your choice; we connect the alarm to it.',
  ],
  audience: [
    'After the last incident the footage was missing, overwritten or too blurred to use.',
    'Nobody can say how many keys, tags and gate remotes are in circulation.',
    'The alarm or the gate gives up in a long power cut.',
    'Your cameras are on the same network as your accounts, with the password they were delivered with.',
  ],
  included: pointsOf(`
Site Survey | Entrances, blind spots, lighting and habits, with a plan of what each camera and reader is there for.
CCTV | IP cameras and recorders sized for the detail and the retention you need, with secure viewing from off site.
Access Control | Cards, tags, codes or biometrics by door and time, withdrawn the same way as an email account when someone leaves.
Alarms | Detection, panic buttons and signalling over two paths, linked to the armed-response company you choose.
Backup Power | Batteries or UPS for recorder, panel, gate and network link, sized for the outages in your area.
A Separate Network | Cameras and controllers are kept apart from your business systems and are not exposed to the internet.
Maintenance | Scheduled visits, health checks on recordings and batteries, and a log of faults and repairs.
`),
  steps: pointsOf(`
Walk the Site | By day and, where it matters, after dark, with the person who locks up.
Plan and Quote | A drawing with positions and fields of view, an itemised price in rand, and what of your equipment can stay.
Install | Cabling, mounting and set-up${installers ? ` by ${installers}` : ''}, in phases if you have to keep trading.
Hand Over | We test with you, find a recording together, cut the power once, and leave drawings and passwords behind.
`),
  questions: pointsOf(`
Is this the same as Cybersecurity? | No. This service protects buildings, stock and people. Protection of accounts, mailboxes and data is a separate service, Cybersecurity.
Do you provide armed response? | No. Your armed-response company stays your choice; we connect the alarm to it.
Can our cameras stay? | Those that still do their job can. The quote says which.
What does POPIA ask of us? | Camera footage of people is personal information, and fingerprints and faces are special personal information. We help you settle signs, retention, access to recordings and the alternative to a fingerprint before the first reader goes up.
Does it work in a power cut? | Yes: batteries or a UPS carry recorder, panel, gate and network link, sized for the outages in your area. We cut the power once with you before we hand over.
`),
  related: ['network-management', 'cybersecurity', 'connectivity'],
};
