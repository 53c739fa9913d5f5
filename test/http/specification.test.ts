import { expect, test } from '@jest/globals';
import { company } from '../../shared/company.ts';
import { legalIds } from '../../shared/legal/list.ts';
import { services } from '../../shared/services/list.ts';
import { textAt } from '../helpers/network/rawRequest.ts';
import { startApp } from '../helpers/site/app.ts';
import { decoded } from '../helpers/site/pageText.ts';
import { sitemapPaths, unknownPath } from '../helpers/site/sitemap.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const remoteSupport = 'https://get.example/remote';
const site = await untilEnd(startApp({ REMOTE_SUPPORT_URL: remoteSupport }));
const { address, email, legalName, messaging, name, phone, registrationNumber, vatNumber } = company;
const call = `[${phone.display}](tel:${phone.tel})`;
const mailUs = `[${email}](mailto:${email})`;
const chat = `[${messaging.name}](https://wa.me/${messaging.number})`;
const to = (label: string, id: string) => `[${label}](/contact?about=${id}#consultation)`;
const vat = 'Prices are in rand, per month, and include VAT.';

// The texts of every page, in a kind of Markdown: # title, ## heading, [link](target). After `…` stands a part of a longer text.
const everywhere = `
By appointment only | …${address.locality} | from | R124 | R876 | Dark | Light | System
${legalName.replace(/ \(.*\)/, '')} | Registration ${registrationNumber} · VAT ${vatNumber}
© ${new Date().getFullYear()} ${name}. All rights reserved.`;

// One entry for each page: its path, and then its texts, without those that every page has.
const specified = `
/ | # IT Solutions That Drive Business Growth | …ailored managed IT services
  [Start Your IT Assessment](/contact?about=it-health#consultation) | [View Our Services](/services) | [Explore All IT Solutions](/services)
  ## Enterprise Security | ## Expert Support | ## Fast Response | ## Managed Infrastructure | ## Cybersecurity
  ## Cloud Services | ## IT Support | ## Network Management | ## IT Health Assessment | ## Get In Touch
  [Learn More about Managed Infrastructure](/services#managed-infrastructure)
  [Learn More about Cybersecurity](/services#cybersecurity) | [Learn More about Cloud Services](/services#cloud-services)
  [Learn More about IT Support](/services#it-support) | [Learn More about IT Health Assessment](/services#it-health)
  [Learn More about Network Management](/services#network-management)
  [Go to the Contact Form](/contact) | ${vat}
/services | # Our IT Services | ## Managed Infrastructure | ## Cybersecurity | ## Cloud Services | ## IT Support
  ## Network Management | ## IT Health Assessment | ## Connectivity | ## Telecoms | ## Software Solutions
  ## Security Services | ## Why Choose Our Services? | ## Expert Support | ## Cloud Solutions
  ## Custom Solutions | ## Network Security
/services/cloud-services | # Cloud Services
/about | …was founded in 2008 | [Partner With Us](/contact) | [Terms of Service](/legal/terms-of-service) | 15+ | 500+ | 98% | ## Our Mission
  ## Plain Speaking | ## Careful Work | ## Your Systems, Your Keys | ## Discretion
/contact | # Get In Touch | …erases it at most 365 days after it has reached our team
/contact?about=pastel-hosting&over=10 | …I would like to ask about Pastel Hosting for more than 10 users.
/support | # Technical Support | ## Live Chat | ## Phone Support | ## Email Support | ## Remote Support Access
/legal | # Legal Documents & Policies | …reviewed quarterly | ## Terms of Service | ## Privacy Policy
  ## Service Level Agreement | ## Data Processing Agreement | ## Acceptable Use Policy | ## Security Policy
  ## Incident Response Policy | ## Business Associate Agreement
/legal/privacy-policy | # Privacy Policy | [Download PDF](/documents/privacy-policy.pdf) | [All Documents](/legal) | Information Officer
  Physical address, also for legal service | …object to processing | [${messaging.display}](https://wa.me/${messaging.number})
  …POPIAComplaints@inforegulator.org.za
  …erases it at most 365 days after that delivery | 1.1 | 1.2
/legal/service-level-agreement | # Service Level Agreement
  …kept for 15 days on Start-up, 30 days on SME Standard and SME Advanced, and 60 days on SME Premium
/legal/incident-response-policy | [Service Level Agreement](/legal/service-level-agreement) | ${mailUs} | ${call}
${unknownPath} | # 404 Oops! Page not found
/server-hosting | # VPS Server Hosting | ## High Performance | …NVMe | ## Secure and Reliable | ## Scalable Resources
  …99.9% uptime guarantee with DDoS protection | ## Choose Your VPS Plan | Order Now | Most Popular
  ## Available Operating Systems | …1-click installs | Ubuntu Server | 20 LTS | 22 LTS | 23 | 24 LTS | Debian
  12 | 13 | CentOS | 7 | Stream 8 | Stream 9 | AlmaLinux | 8 | 9 | Windows Server
  …${vat} | a month, incl. VAT | or R750 /year | /month | R5374
/shared-hosting | # Shared Web Hosting | ## Choose Your Plan | Get Quote | Most Popular
/reseller-hosting | # Reseller Hosting | ## Your Brand | ## Earn Revenue | ## Full Control | …WHM/cPanel | Get Quote
/cpanel-hosting | # cPanel Hosting | ## Full cPanel Access | ## One-Click Installs | ## Enhanced Security | Get Quote
  …Softaculous with 400+ applications
/pastel-hosting | # Pastel in the Cloud | ## Why Choose Cloud Hosting for Pastel? | ## Remote Access
  ## Data Security | ## Scalability | ## Cost Effective | Order Now | …${vat} | R3644
/microsoft-365 | # Microsoft 365 | ## Business Email | ## Cloud Storage | …1 TB OneDrive per user
  ## Teams Collaboration | ## Enterprise Security | Get Quote`;

const itemsOf = (text: string) => text.trim().split(/ \| |\n */);

/** The texts of a page in the notation of `specified`. Leaves out dialogs, and texts in round brackets. */
function textsOf(html: string): readonly string[] {
  const joined = (text: string) => text.replace(/(?:<[^>]*>|\s)+/g, ' ').trim();
  const marked = html
    .replace(/<!--.*?-->|<(script|style|dialog)\b.*?<\/\1>/gs, '')
    .replace(/<h([1-3])\b[^>]*>(.*?)<\/h\1>/gs, (_, level, text) => `\n${level === '1' ? '#' : '##'} ${joined(text)}\n`)
    .replace(/<a\b[^>]*? href="([^"]*)"[^>]*>(.*?)<\/a>/gs, (_, target, text) => `\n[${joined(text)}](${target})\n`);
  const lines = decoded(marked.replace(/<[^>]*>/g, '\n')).split('\n');
  return lines.map((line) => line.replace(/ \([^)]*\)/g, '').trim()).filter(Boolean);
}

const pages = specified.trim().split(/\n(?=\/)/);

test.each(pages.map(itemsOf))('%s says what the specification says', async (path = '', ...own) => {
  const texts = textsOf(await textAt(site.url + path));
  const isThere = (item: string) =>
    item.startsWith('…') ? texts.some((text) => text.includes(item.slice(1))) : texts.includes(item);
  expect([...itemsOf(everywhere), ...own].filter((item) => !isThere(item))).toEqual([]);
});

const hosting = `[VPS Server Hosting](/server-hosting) | [Shared Hosting](/shared-hosting)
[Reseller Hosting](/reseller-hosting) | [cPanel Hosting](/cpanel-hosting) | [Pastel Hosting](/pastel-hosting)
[Microsoft 365](/microsoft-365)`;
const menu = `[Home](/) | [Services](/services) | ${hosting} | [About Us](/about) | [Contact](/contact) | [Support](/support)`;
const serviceLinks = (label: string) =>
  services.map(({ id, name }) => `[${label}${name}](/services/${id})`).join(' | ');

const legal = (id: string, label: string) => `[${label}](/legal/${id})`;
const section = (id: string, label: string, number: number) =>
  legal(`${id}#section-${number}`, `${label}, section ${number}`);
const terms = (number: number) => section('terms-of-service', 'Terms of Service', number);
const acceptable = (number: number) => section('acceptable-use-policy', 'Acceptable Use Policy', number);
const levels = (number: number) => section('service-level-agreement', 'Service Level Agreement', number);
const answers = `${levels(6)} | ${terms(4)} | ${levels(3)} | ${terms(3)}`;
const firstLine = 'I%20need%20help%20with%3A%20';
const helpChat = chat.replace('[', '[Chat on ').replace(')', `?text=${firstLine})`);

// One entry for each part of a page: the page's path, the part, and then all its links in their order.
const linked = `
/about | header | [${name}](/) | ${menu} | [](tel:${phone.tel}) | ${menu}
/about | footer | [${name}](/) | [Services](/services) | [About Us](/about) | [Contact](/contact) | [Support](/support)
  [Legal](/legal) | ${hosting} | ${serviceLinks('')} | ${call} | ${mailUs} | ${chat}
/services | main | ${serviceLinks('Learn More about ')} | ${to('Start Your IT Assessment', 'it-health')}
/services/cloud-services | main | [Services](/services) | ${to('Ask About Cloud Services', 'cloud-services')} | ${call}
  [VPS Server Hosting Plans](/server-hosting) | [Microsoft 365 Plans](/microsoft-365) | [Pastel Hosting Plans](/pastel-hosting)
  ${to('Get In Touch', 'cloud-services')} | ${call} | ${chat}
  [Learn More about Managed Infrastructure](/services/managed-infrastructure)
  [Learn More about Software Solutions](/services/it-software) | [Learn More about Connectivity](/services/connectivity)
/support | main | ${call.replace('[', '[Call ')} | ${helpChat} | [Outside Office Hours](#outside-office-hours) | [Remote Support Access](#remote-support)
  ${helpChat} | ${levels(5)} | ${levels(10)} | ${call.replace('[', '[Call ')} | [Send an Email](mailto:${email}?subject=Support%20request&body=${firstLine})
  [Open the Contact Form](/contact#consultation) | ${mailUs} | ${call} | ${levels(6)} | ${levels(8)} | ${mailUs} | ${terms(4)} | ${terms(7)} | [Download Remote Support](${remoteSupport}) | ${call}
/legal | main | ${legalIds.map((id) => `[Download PDF](/documents/${id}.pdf) | [Read Online](/legal/${id})`).join(' | ')}
/server-hosting | main | [See the Plans](#plans) | ${to('Ask Us', 'server-hosting')} | ${to('Contact us', 'server-hosting')}
  ${answers} | ${to('Ask about VPS Server Hosting', 'server-hosting')} | ${call}
/shared-hosting | main | [See the Plans](#plans) | [Shared, cPanel or reseller?](#answer-1) | [cPanel Hosting](/cpanel-hosting) | [Reseller Hosting](/reseller-hosting)
  [Microsoft 365](/microsoft-365) | ${acceptable(4)} | ${acceptable(5)} | [Cloud Services](/services/cloud-services) | ${answers}
  ${to('Ask about Shared Hosting', 'shared-hosting')} | ${call}
  ${to('Get In Touch', 'shared-hosting')} | ${call} | ${chat}
/pastel-hosting | main | [See the Plans](#plans) | ${to('Ask Us', 'pastel-hosting&over=10')}
  ${legal('security-policy', 'Security Policy')} | ${legal('data-processing-agreement', 'Data Processing Agreement')} | ${levels(8)} | ${answers} | ${to('Ask about Pastel Hosting', 'pastel-hosting')} | ${call}
${unknownPath} | main | [Return to Home](/) | [Our IT Services](/services) | ${hosting} | [Technical Support](/support)
  [Get In Touch](/contact) | [Legal Documents & Policies](/legal)`;

const parts = linked.trim().split(/\n(?=\/)/);

test.each(parts.map(itemsOf))('%s: the links of its %s are those specified', async (path, part, ...links) => {
  const html = await textAt(site.url + path);
  const [shown = ''] = new RegExp(`<${part}.*</${part}>`, 's').exec(html) ?? [];
  expect(textsOf(shown).filter((text) => text.startsWith('['))).toEqual(links);
});

test('the download for remote support opens in a new tab', async () => {
  expect(await textAt(`${site.url}/support`)).toMatch(/<a [^>]*href="https:\/\/get\.example\/remote" target="_blank"/);
});

test.each([
  ['/pastel-hosting', 4, 'Bring your own Pastel licence: it is not in the price.'],
  ['/server-hosting', 14, 'No payment now. Nothing is binding until you accept our written confirmation.'],
  [
    '/cpanel-hosting',
    3,
    'No payment now. You get a price in writing first, and nothing is binding until you accept it.',
  ],
])('%s: each of its %d order dialogs says: %s', async (path, plans, note) => {
  const dialogs = (await textAt(site.url + path)).match(/<dialog\b.*?<\/dialog>/gs) ?? [];
  for (const part of [`>${note}<`, 'Say by when you need it', 'type="tel"', 'autoComplete="email"'])
    expect([part, dialogs.filter((dialog) => dialog.includes(part)).length]).toEqual([part, plans]);
});

test('only the home page has the bar with phone and e-mail above its header', async () => {
  for (const path of [...(await sitemapPaths(site.url)), unknownPath]) {
    const [above = ''] = (await textAt(site.url + path)).split('<header');
    const links = Array.from(above.matchAll(/<a\b[^>]* href="(tel|mailto):/g), ([, scheme]) => scheme);
    expect([path, links]).toEqual([path, path === '/' ? ['tel', 'mailto'] : []]);
  }
});
