import { pointsOf } from '../../texts.ts';
import { identity } from '../questions.ts';
import type { ServiceTexts } from '../service.ts';

export const texts: ServiceTexts = {
  metaDescription:
    'Business fibre, LTE, 5G and wireless in South Africa, chosen site by site, with failover for cable theft and power cuts and one party to phone.',
  lead: 'The right line for each site, a second one that does not share its weak point, and one party to phone.',
  about: [
    'The company that owns the fibre and the company that sells you internet are usually two different ones. Openserve and the other fibre network operators (FNOs) build the lines, and providers deliver services over them. Which operators serve your street, and which one your landlord lets into the building, decides most of what is possible.',
    'We check coverage at your address, order the line, deal with the operator and manage the handover. Lead times for new fibre depend on the operator, the wayleave and the landlord. We tell you which of the three we are waiting for.',
    'Two lines help only if they fail for different reasons. Two fibres in one trench are cut by one spade, and an LTE link is no use when the tower has no battery left. We look at routes, power and upstream networks before calling something redundant.',
  ],
  audience: [
    'Your business stops when the line does: cloud accounting, card machines, phones, stock system.',
    'You have lost service to cable theft, roadworks or a long power cut.',
    'You are moving premises and the lease starts before the fibre does.',
    'Your branches use different providers, and each blames another.',
  ],
  included: pointsOf(`
Coverage Check | Fibre, LTE, 5G and fixed wireless options at your exact address, with what each can deliver.
Fibre | Broadband or dedicated business fibre over Openserve or another operator, ordered and followed up for you.
LTE and 5G | As a primary link where no fibre exists, as a bridge while you wait, or as failover.
Automatic Failover | A router that tests the line itself and switches to the second path without anyone touching it.
Power for the Line | Fibre terminal and router on a UPS, because a fibre link is down as soon as its own equipment has no power.
Static Addresses | Where VPNs or cameras need one. Mobile links often share an address, and we plan around that.
Fault Handling | We log the fault with the operator, follow it and tell you what we know.
`),
  steps: pointsOf(`
Send Us the Address | With the number of people, what runs over the line and what an hour without it would mean.
Compare | You get the options at that address with price in rand, contract term, expected lead time and weak points.
Install | We arrange wayleave papers, site access and the technician, and offer LTE for the time in between where there is coverage.
Prove It | Before sign-off we measure the line and pull the plug to see the failover work.
`),
  questions: pointsOf(`
Which fibre can we get? | That depends on the operators that serve your street and on what your landlord lets into the building. Send us the address, and you get the options there with price in rand, contract term, expected lead time and weak points.
How long does new fibre take? | It depends on the operator, the wayleave and the landlord, and we tell you which of the three we are waiting for. Where there is coverage, we offer LTE for the time in between.
Do we need a second line? | Yes, if your business stops when the line does. The two should fail for different reasons: two fibres in one trench are cut by one spade.
Does the line work in a power cut? | Only while its equipment has power, so the fibre terminal and router stand on a UPS. An LTE link is no use when the tower has no battery left.
${identity}
`),
  related: ['network-management', 'telecoms', 'cloud-services'],
};
