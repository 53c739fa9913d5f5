import { hostingPath, legalPath, paths, servicePath } from '../paths.ts';
import { pointsOf } from '../texts.ts';

/**
 * Words that visitors use, by the path of the page that they mean: South African and everyday terms, laws, products and
 * other spellings. A search finds these words, but the site never shows them. A word in the page's own texts needs no entry,
 * unless the page must come before others.
 */
export const synonyms = pointsOf(`
${paths.home} | homepage start
${paths.services} | MSP outsourced managed services solutions overview
${paths.about} | company profile team staff history founded who references partner
${paths.contact} | contact us phone telephone tel number email mail address WhatsApp location directions map office hours quote quotation consultation callback sales enquiry BEE BBBEE Pretoria Durban
${paths.support} | help helpdesk ticket TeamViewer AnyDesk remote session chat fault broken down urgent emergency assistance
${paths.legal} | terms conditions T&C policies agreements contracts documents PDF download
${servicePath('managed-infrastructure')} | server servers hardware on-premises storage NAS SAN restore disaster recovery UPS inverter solar battery generator krag load shedding loadshedding Eskom power cut outage virtualisation VMware Hyper-V monitoring
${servicePath('cybersecurity')} | cyber security hacked hacker hacking breach ransomware virus antivirus malware phishing spam scam fraud MFA 2FA password firewall EDR DMARC pentest
${servicePath('cloud-services')} | cloud migration migrate Azure AWS IaaS online offsite virtual server rand
${servicePath('it-support')} | helpdesk service desk technician computer rekenaar PC laptop desktop printer repair fix support staff user onsite call-out
${servicePath('network-management')} | wifi wi-fi wireless LAN WAN SD-WAN VPN router switch firewall cabling access point MikroTik UniFi Fortinet network
${servicePath('it-health')} | audit assessment checkup review report inspection survey risk budget
${servicePath('connectivity')} | fibre fiber Starlink internet line ISP broadband Openserve Vumatel FTTB FTTH FNO uncapped DSL ADSL LTE 4G 5G wireless satellite failover load shedding loadshedding bandwidth speed business connection data
${servicePath('telecoms')} | phone phones telephone cell cellphone mobile landline Telkom VoIP PABX PBX switchboard SIP trunk number porting call calls voice extension voicemail softphone handset load shedding loadshedding
${servicePath('it-software')} | software development app application bespoke licence license licensing Pastel ERP CRM integration database programmer
${servicePath('security')} | shop office CCTV camera cameras surveillance alarm access control biometric gate intercom burglar NVR DVR
${hostingPath('server-hosting')} | price prices pricing cost costs VPS virtual private server cloud server dedicated root Linux Ubuntu Debian CentOS AlmaLinux Windows KVM NVMe SSH
${hostingPath('shared-hosting')} | web hosting webhosting webwerf website site domain name traffic co za email mailbox WordPress PHP MySQL cheap small business
${hostingPath('reseller-hosting')} | reseller WHM white label whitelabel agency designers clients web hosting
${hostingPath('cpanel-hosting')} | SSL TLS certificate HTTPS DNS nameservers FTP SQL cPanel c-panel control panel Softaculous WordPress web hosting webhosting website domain email
${hostingPath('pastel-hosting')} | people price prices pricing cost costs SARS VAT tax eFiling bookkeeping bookkeeper accounting accountant accounts ledger books payroll invoice invoicing Sage 50cloud Pastel Partner Xpress Evolution remote desktop RDP financial
${hostingPath('microsoft-365')} | Office 365 O365 M365 MS Office Outlook Exchange Google Workspace Gmail IMAP Word Excel PowerPoint Teams OneDrive SharePoint Intune email mailbox licence license
${legalPath('terms-of-service')} | terms conditions T&C contract agreement cancel cancellation refund cooling off CPA consumer ECTA payment notice period
${legalPath('privacy-policy')} | POPIA POPI POPI Act PAIA GDPR privacy personal information data protection cookies information officer regulator
${legalPath('service-level-agreement')} | SLA uptime downtime availability guarantee credits response times maintenance
${legalPath('data-processing-agreement')} | DPA subprocessor subprocessors operator responsible party processor sub-operator data processing
${legalPath('acceptable-use-policy')} | AUP spam abuse report fair use prohibited RICA
${legalPath('security-policy')} | safeguards encryption vulnerability disclosure ISO 27001
${legalPath('incident-response-policy')} | data breach incident notification compromise
${legalPath('business-associate-agreement')} | BAA HIPAA health medical patient practice doctor
`);
