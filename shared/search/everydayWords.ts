import { hostingPath, legalPath, paths, servicePath } from '../paths.ts';
import { pointsOf } from '../texts.ts';
import { termsOf, wordsOf } from './terms.ts';

/** Words that say nothing about what a visitor looks for. The search ignores these words, unless a query has no other word. */
const fillers = wordsOf('please much really very good best looking find tell show give buy order');

const amounts: { readonly [word: string]: string } = {
  ...{ two: '2', three: '3', four: '4', five: '5', six: '6', seven: '7', eight: '8', nine: '9', ten: '10' },
  ...{ twelve: '12', fifteen: '15', twenty: '20', thirty: '30', fifty: '50' },
};

/** Words that ask for a price. With such a word, plans come first among the results. */
const priceWords = wordsOf('price pricing cost cheap cheapest affordable expensive rate fee');

/**
 * Everyday phrases, by the path of a page or the name of another document, such as a question. A query means the page or document
 * if the query has all words of a phrase, in any order.
 */
const phrases = pointsOf(`
${paths.support} | down, outage, offline, broken, crashed, not work, not working, doesnt work, stopped working, no internet, no email, cant connect, cannot connect, cant send, cannot send, weekend, saturday, sunday, public holiday, public holidays, after hours, who phone, who call, phone you, call you, is off, dead, bounce, bounced, bouncing, delivery failed, stuck, not opening, wont open, not syncing, not coming, arent coming, no emails, no mail, keeps dropping, keeps asking, cant log, forgot password, mailbox full, wont start, is slow, log in, login, reset password, asking password, asked password, status page, scam, christmas, easter, escalate, escalation, duty manager, speak manager, timeout, cant reach, unreachable, lost password, 24 7, not sending, not receiving, cant open, error, slow, locked out, password, email full, not connecting, certificate expired, domain expired, deleted, lost data, data lost, night, remote support, quick support, scammed, fake call, phoned me, called me, pop up, pops up, not open, not reachable, going spam, otp, calling me, really you, log call, cannot print, dial tone, reboot, restart, reinstall, pasword, smtp, imap settings, email setup, setup email, set up email, manager, my account, client portal, customer portal, is hacked, was hacked, were hacked, been hacked, got hacked, virus on, have virus, have ransomware, clicked, stolen, team viewer, outlook password, email password, cannot open, speed up, client area
${hostingPath('server-hosting')} | upgrade, downgrade, resize, web app, web application, web server, root access, docker, container, containers, kubernetes, snapshot, snapshots, price list, how much hosting
${hostingPath('shared-hosting')} | how many mailboxes, shop website, website shop, online shop, ecommerce, woocommerce, build website, web design, need website
Shared, cPanel or reseller? | unlimited meaning, unlimited mean, which hosting
Who looks after it? | update wordpress, wordpress updates, plugins, maintain website
What happens after I order? | track order, order status, reference number, order number
Do you come to us? | you come, you visit, where work
${hostingPath('microsoft-365')} | email hosting, business email, company email, exchange, shared mailbox
${hostingPath('pastel-hosting')} | same time, sage, remote work, work remotely, work from home
${legalPath('terms-of-service')} | t c, ts cs
${legalPath('acceptable-use-policy')} | bulk email, mass email, newsletter
${legalPath('data-processing-agreement')} | who see data, data lost, lose data
${legalPath('privacy-policy')} | paia, delete data, delete details
${legalPath('business-associate-agreement')} | patient, patients, medical practice, clinic, hospital, dentist, health data, health records
Liability | liable, liability, who responsible
${servicePath('cybersecurity')} | multi factor, two factor, hacked, ransomware, virus, phishing
What if something has already happened? | hacked, ransomware, virus, clicked, phishing, stolen, suspicious
Is an Invoice Wrong? | invoice wrong, wrong invoice, dispute, overcharged, charged twice, double charged, bill too high, billing query, account query, wrong amount, invoice query, statement, overdue
${servicePath('it-support')} | outsourcing, outsource, onboarding, employees, clinic, hospital, dentist, practice, managed it, new employee, new employees, new starter, new staff
${paths.about} | who are you, about you, who is behind, who owns, company real, real company, directors, director, owner, vat number, registration number, company number, legit, trust you, hellopeter, reviews, references, testimonials
${paths.contact} | change order, cancel order, jobs, job, careers, vacancies, speak person, speak human, where are you, phone number, opening hours, office hours, quickly answer, soon answer, time close, time open
What can I hold you to, and can I change my mind? | load shedding, loadshedding, stage, eskom
When do I have it? | need today, need it, when have, when get, when ready, when start, how soon, how fast, how long take, how quickly, delivery time, lead time, setup time, turnaround
Where is my data kept? | where data, datacentre, data centre johannesburg, data centre cape town, teraco, data stored, data kept, data location, data residency
How do I pay and cancel? | invoice, billing, annual, annually, discount, pay account, close account, stop hosting, change card, cancel hosting, cancel plan, cancel service, cancel subscription, eft, debit order, credit card, by card, payment, payments, payfast, paypal, yearly billing, annual billing, pay yearly, pay annually, how pay, minimum term, contract length, how long contract, setup fee, installation fee, minimum contract
How the contract ends | notice period, termination, terminate, cancel contract
Prices and payment | bank details, banking details, overdue, statement, late payment, interest, price change, price increase, prices go up
Service credits | compensation
Suspension | suspended, suspension, blocked account, account blocked
Complaints, notices and law | complaint, complaints, complain
What is backed up? | restore backup, restore books, restore file, restore files
Bigger, or Different? | windows server, windows 2019, windows 2022, windows 2025, windows vps
Can you move our books? | migrate pastel, move pastel, move books
Can you move our mail? | migrate, migration, email migration, move email, move mail, move mailbox, move mailboxes, migrate mailboxes, gmail
Can you move what I have? | migrate, migration, transfer, switch, move site, move website, move email, move mail, move domain, lose mail, lose email, while moving
Your right to change your mind | refund, refunds, 7 days, seven days, money back, change mind, cooling off, return
`);

export type Asked = {
  readonly terms: readonly string[];
  /** The paths of the pages, and the names of the other documents, that the query means. They come first among the results. */
  readonly meant: readonly string[];
  readonly wantsPrices: boolean;
  /** Whether the query asks for prices, and says no word of what. */
  readonly pricesAlone: boolean;
};

/** Reads a query in everyday words: which terms to search, which page is meant, and whether the visitor wants prices. */
export function readQuery(query: string): Asked {
  const all = termsOf(query.replace(/\p{L}+/gu, (word) => amounts[word.toLowerCase()] ?? word));
  const words = query
    .toLowerCase()
    .replace(/['’]/g, '')
    .match(/[\p{L}\p{N}]+/gu);
  const hasAllOf = (phrase: string) => phrase.split(' ').every((word) => words?.includes(word));
  const meant = Object.keys(phrases).filter((key) => phrases[key]?.split(', ').some(hasAllOf));
  const terms = all.filter((term) => !(fillers.has(term) || priceWords.has(term)));
  const wantsPrices = all.some((term) => priceWords.has(term));
  return terms.length > 0
    ? { terms, meant, wantsPrices, pricesAlone: false }
    : { terms: all, meant, wantsPrices: false, pricesAlone: wantsPrices };
}
