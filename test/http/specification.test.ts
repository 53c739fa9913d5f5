import { expect, test } from '@jest/globals';
import { textAt } from '../helpers/network/rawRequest.ts';
import { startApp } from '../helpers/site/app.ts';
import { decoded } from '../helpers/site/pageText.ts';
import { sitemapPaths, unknownPath } from '../helpers/site/sitemap.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const remoteSupport = 'https://get.example/remote';
const site = await untilEnd(startApp({ REMOTE_SUPPORT_URL: remoteSupport }));

// The texts of every page, in a kind of Markdown: # title, ## heading, [link](target). After `…` stands a part of a longer text.
const everywhere = `
[Home](/) | [Services](/services) | [About Us](/about) | [Contact](/contact) | [Support](/support) | [Legal](/legal)
[VPS Server Hosting](/server-hosting) | [Shared Hosting](/shared-hosting) | [Reseller Hosting](/reseller-hosting)
[cPanel Hosting](/cpanel-hosting) | [Pastel Hosting](/pastel-hosting) | [Microsoft 365](/microsoft-365)
[Managed Infrastructure](/services/managed-infrastructure) | [Cybersecurity](/services/cybersecurity)
[Cloud Services](/services/cloud-services) | [IT Support](/services/it-support) | [Telecoms](/services/telecoms)
[Network Management](/services/network-management) | [IT Health Assessment](/services/it-health)
[Connectivity](/services/connectivity) | [Software Solutions](/services/it-software) | [Security Services](/services/security)
By appointment only | …Roodepoort | …[WhatsApp](https://wa.me/`;

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
/services | # Our IT Services | ## Managed Infrastructure | ## Cybersecurity | ## Cloud Services | ## IT Support
  ## Network Management | ## IT Health Assessment | ## Connectivity | ## Telecoms | ## Software Solutions
  ## Security Services | ## Why Choose Our Services? | ## Expert Support | ## Cloud Solutions
  ## Custom Solutions | ## Network Security
/about | …was founded in 2008 | [Partner With Us](/contact) | 15+ | 500+ | 98% | ## Our Mission
/contact | # Get In Touch
/support | # Technical Support | ## Live Chat | ## Phone Support | ## Email Support | ## Remote Support Access
/legal | # Legal Documents & Policies | …reviewed quarterly | ## Terms of Service | ## Privacy Policy
  ## Service Level Agreement | ## Data Processing Agreement | ## Acceptable Use Policy | ## Security Policy
  ## Incident Response Policy | ## Business Associate Agreement | …Download PDF](/documents/terms-of-service.pdf)
${unknownPath} | # 404 Oops! Page not found | [Return to Home](/)
/server-hosting | # VPS Server Hosting | ## High Performance | …NVMe | ## Secure and Reliable | ## Scalable Resources
  …99.9% uptime guarantee with DDoS protection | ## Choose Your VPS Plan | Order Now | Most Popular
  ## Available Operating Systems | …1-click installs | Ubuntu Server | 20 LTS | 22 LTS | 23 | 24 LTS | Debian
  12 | 13 | CentOS | 7 | Stream 8 | Stream 9 | AlmaLinux | 8 | 9 | Windows Server | …[Contact us](
/shared-hosting | # Shared Web Hosting | ## Choose Your Plan | Get Quote | Most Popular
/reseller-hosting | # Reseller Hosting | ## Your Brand | ## Earn Revenue | ## Full Control | …WHM/cPanel | Get Quote
/cpanel-hosting | # cPanel Hosting | ## Full cPanel Access | ## One-Click Installs | ## Enhanced Security | Get Quote
  …Softaculous with 400+ applications
/pastel-hosting | # Pastel in the Cloud | ## Why Choose Cloud Hosting for Pastel? | ## Remote Access
  ## Data Security | ## Scalability | ## Cost Effective | Order Now
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

test('only the home page has the bar with phone and e-mail above its header', async () => {
  for (const path of [...(await sitemapPaths(site.url)), unknownPath]) {
    const [above = ''] = (await textAt(site.url + path)).split('<header');
    const links = Array.from(above.matchAll(/<a\b[^>]* href="(tel|mailto):/g), ([, scheme]) => scheme);
    expect([path, links]).toEqual([path, path === '/' ? ['tel', 'mailto'] : []]);
  }
});

test('the button for remote support opens REMOTE_SUPPORT_URL in a new tab', async () => {
  const [link] =
    (await textAt(`${site.url}/support`)).match(new RegExp(`<a\\b[^>]* href="${remoteSupport}"[^>]*>`)) ?? [];
  expect(link).toMatch(/ target="_blank" rel="noopener"/);
});
