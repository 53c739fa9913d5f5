import { pointsOf } from '../../texts.ts';
import type { ServiceTexts } from '../service.ts';

export const texts: ServiceTexts = {
  metaDescription:
    'Managed switches, firewalls, Wi-Fi and VPNs: networks designed, segmented, documented and monitored for offices, warehouses and branches in South Africa.',
  lead: 'The network inside your walls and between your branches, designed on paper first and monitored afterwards.',
  about: [
    'A line from a fibre operator ends at your wall. From there on it is cabling, switches, firewalls, access points and the rules that connect them, and that is where many complaints about "slow internet" turn out to start. Network management makes one team responsible for that part.',
    'We keep a current diagram, a backup of every configuration and a history of every change. When something fails, the question is what changed, and there is an answer.',
    'Most networks grow by adding a switch here and an access point there. We bring order into what you have before we suggest buying anything, and we say which equipment can stay.',
  ],
  audience: [
    'Wi-Fi is fine in the boardroom and useless in the warehouse.',
    'Visitors, card machines, cameras and payroll all share one network.',
    'You have branches that need one file server, one phone system or one set of printers.',
    'The firewall was set up by a supplier who has moved on, and nobody has the password.',
  ],
  included: pointsOf(`
Network Design | Addressing, segmentation and cabling set out on paper, sized for the people and devices you have.
Firewalls | Rules with a reason and an owner, firmware kept current, and a regular clear-out of what is no longer used.
Wi-Fi | Coverage measured on site, staff and guests kept apart, and no shared password that outlives its users.
VPN and Branch Links | Secure connections between sites and for people at home, with failover where there is a second line.
Voice and Video Priority | Calls and meetings go ahead of downloads and updates on the same line.
Monitoring | Switches, access points, links and the UPS in the network cabinet are watched, and alerts reach an engineer.
Configuration Backup | A failed device is replaced and gets its own settings back.
`),
  steps: pointsOf(`
Survey | We trace cables, read configurations and measure Wi-Fi where people really work.
Diagram and Findings | You receive the drawing of your network as it is, with the weak points marked.
Put in Order | Segments, firewall rules and cabinets are corrected in agreed windows, one site at a time.
Manage | From then on every change is requested, recorded and reversible.
`),
  questions: pointsOf(`
Do we have to buy new equipment? | Not at first: we bring order into what you have before we suggest buying anything, and we say which equipment can stay.
Is the internet line included? | No: a line from a fibre operator ends at your wall. This service is the part from there on; the line itself is our service Connectivity.
What happens when a device fails? | Alerts reach an engineer. The device is replaced and gets its own settings back, because every configuration is backed up.
Do the drawings and passwords belong to us? | Yes. Documentation, passwords and data are yours, and go with you if you ever leave.
`),
  related: ['connectivity', 'cybersecurity', 'telecoms'],
};
