// Questions about shared, cPanel and reseller hosting, as lines of a table (`pointsOf`). The other families do not load this file.

export const move =
  'Can you move what I have? | Yes. Say in your request where it runs today. The quote then states what we move, when, and what that costs. Cloud Services says how a move goes.';

export const whichHosting =
  'Shared, cPanel or reseller? | Shared Hosting is for your own websites and their mail: plans count websites, databases and mailboxes. cPanel Hosting keeps several accounts apart, each with a cPanel of its own and 400+ applications to install. Reseller Hosting is for clients of your own: it adds WHM, by which you manage their accounts under your own name. What "unlimited" means is in the Acceptable Use Policy.';
