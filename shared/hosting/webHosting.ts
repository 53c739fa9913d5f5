import { pointsOf } from '../texts.ts';
import { type Plan, quoted } from './family.ts';
import { type HostingId, hostingListing } from './list.ts';
import { afterQuote, backups, downtime, location, payment, promises, whenReady } from './questions.ts';

const move =
  'Can you move what I have? | Yes. Say in your request where it runs today. The quote then states what we move, when, and what that costs. Your domain name and mail addresses stay the same: tell us where the domain is registered. Keep your old hosting until all has moved. Cloud Services says how a move goes.';
const whichHosting =
  'Shared, cPanel or reseller? | Shared Hosting is for your own websites and their mail: plans count websites, databases and mailboxes. cPanel Hosting keeps several accounts apart, each with a cPanel of its own and 400+ applications to install. Reseller Hosting is for clients of your own: it adds WHM, by which you manage their accounts under your own name. For 50 GB mailboxes with Teams and OneDrive, see Microsoft 365; a website still needs hosting. What "unlimited" means is in the Acceptable Use Policy, section 4.';

/** What shared, cPanel and reseller hosting have in common. `own`: a question about this family alone, as a line of the table. */
export function webHosting(id: HostingId, plans: readonly Plan[], leadingSpec: string, own = '') {
  return {
    ...hostingListing(id),
    ...quoted,
    plansNote: `${quoted.plansNote} Shared, cPanel or reseller? The first of the answers below tells them apart.`,
    comparisonNote: quoted.plansNote,
    leadingSpec,
    plans,
    questions: pointsOf(`
${whichHosting}
${afterQuote}
${whenReady(id)}
Domain name, certificate, WordPress, or no website yet? | Say in your request what you have, what you need and who is to build it: the quote states what is included, what we do, and what the rest costs.
Who looks after it? | We look after the servers. What you install or publish is yours to keep up to date, or ours by order (Acceptable Use Policy, section 5).
${own}
${move}
${backups}
${downtime}
${payment(plans)}
${promises}
${location(id)}
`),
  };
}
