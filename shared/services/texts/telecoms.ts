import { pointsOf } from '../../texts.ts';
import { identity } from '../questions.ts';
import type { ServiceTexts } from '../service.ts';

export const texts: ServiceTexts = {
  metaDescription:
    'Cloud PBX and VoIP for South African businesses: number porting, desk phones and softphones, call recording, and routing for when the power is off.',
  lead: 'Business telephony over your data line, with the numbers your clients already know.',
  about: [
    'A cloud PBX moves the telephone system out of the cupboard. Extensions, menus, queues and voicemail run in a data centre, and your people answer on a desk phone, a laptop or an app. A branch or someone working from home is simply another extension.',
    'Your existing numbers can usually be ported. One rule saves a lot of grief: do not cancel the old line first, because a number has to be active to be ported. We prepare the forms, check the names against the old account, and keep the old service running until the port is confirmed.',
    'Voice needs less bandwidth than people think and a steadier line than they expect. We test the line before we quote, and tell you if calls over it would be poor.',
  ],
  audience: [
    'You still pay for copper or ISDN lines, or your PBX is out of support.',
    'You have several offices and pay for calls between them.',
    'When the power goes off, callers hear nothing at all.',
    'You need to know how many calls were missed, and when.',
  ],
  included: pointsOf(`
Cloud PBX | Extensions, menus, queues, hunt groups, business hours and voicemail to email, changed on request.
Number Porting | Paperwork, dates and tests for geographic numbers, with the old line kept until the new one rings.
Phones and Apps | Desk, cordless and conference phones, and softphones for laptops and mobiles.
Routing in an Outage | Calls go to mobiles, another branch or a message when the office is unreachable, by rules set beforehand.
Call Recording | Where you need it, with the announcement, the access rights and a retention period that fits POPIA.
Lines People Forget | Alarm diallers, lift phones, fax and card machines are found before the old line is switched off.
Reporting | Answered, missed and waiting calls by number, queue and hour, and a bill in rand that can be checked.
`),
  steps: pointsOf(`
Read the Bill | We go through your present account line by line and list every number and what hangs on it.
Test the Line | Delay, jitter and loss are measured over working days, and the network is corrected where needed.
Set Up and Try | The new system runs on a temporary number until menus, queues and phones are as you want them.
Port | Registration papers (RICA) and porting forms go in, numbers move on an agreed date, and we test each one.
`),
  questions: pointsOf(`
Can we keep our numbers? | Usually, by porting them. Do not cancel the old line first, because a number has to be active to be ported. We keep the old service running until the port is confirmed.
What happens in a power cut? | Calls go to mobiles, another branch or a message when the office is unreachable, by rules set beforehand.
Is our line good enough? | We test it before we quote, and tell you if calls over it would be poor. Voice needs less bandwidth than people think and a steadier line than they expect.
Do we need new phones? | Not for everyone: your people answer on a desk phone, a laptop or an app. A branch or someone working from home is simply another extension.
${identity}
`),
  related: ['connectivity', 'network-management', 'it-support'],
};
