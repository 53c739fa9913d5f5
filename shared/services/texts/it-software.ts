import { pointsOf } from '../../texts.ts';
import type { ServiceTexts } from '../service.ts';

export const texts: ServiceTexts = {
  metaDescription:
    'Software solutions for South African businesses: Microsoft 365 and other licences, Pastel in the cloud, system integration and small custom tools.',
  lead: 'Choosing, licensing, hosting and connecting the software your business works in, and building the piece that is missing.',
  about: [
    'Most businesses need fewer programs than they have, and better connections between them. We start from the work itself: where the same figures are typed twice, where a spreadsheet has quietly become a system, where one licence is shared by four people.',
    'Where a standard product does the job, we license, install and support it: Microsoft 365, Pastel in the cloud, and the programs of your trade together with their vendors. Where nothing fits, we build something small, such as a form, a report, or an interface between two systems.',
    'For anything we build, the quote states who owns the code, where it runs, how it is backed up and what maintenance costs. You should be able to leave us and take it with you.',
  ],
  audience: [
    'Orders arrive by email, are typed into one system and then again into Pastel.',
    'You are not sure that your licences match what is installed.',
    'The program you depend on runs only on a PC that can no longer be updated.',
    'A spreadsheet with one author runs a process that many people rely on.',
  ],
  included: pointsOf(`
Licence Review | What is installed, what is paid for, what is used, and what can be cancelled at renewal.
Microsoft 365 | The right plan for each user, set up and administered, with licences added and removed as people come and go.
Accounting in the Cloud | Pastel on a hosted Windows Server, with access for your bookkeeper and daily work free of the office PC.
Integration | Data passed between shop, stock, payroll and accounts by an interface that reports when it fails.
Custom Tools | Web forms, reports and small applications, with a written specification and an acceptance test.
Vendor Liaison | We speak to the software house in its own language and keep at it until the ticket is closed.
`),
  steps: pointsOf(`
Watch the Work | We sit with the people who do it and follow one order, one invoice, one payslip from start to end.
Buy, Connect or Build | You get the options with cost over several years, including the option to leave things as they are.
Trial | The new way runs beside the old with real data until the figures agree.
Change Over | The date avoids month-end, payroll and VAT returns, and someone is at hand on the first morning.
`),
  questions: pointsOf(`
Do you write software for us? | Only where nothing fits, and something small: a form, a report, or an interface between two systems. Where a standard product does the job, we license, install and support it.
Who owns what you build? | The quote states who owns the code, where it runs, how it is backed up and what maintenance costs. You should be able to leave us and take it with you.
Is the Pastel licence included? | No: a hosting plan does not include one unless your confirmation says so.
When does the new way replace the old? | When both have run side by side with real data and the figures agree. The date avoids month-end, payroll and VAT returns.
`),
  related: ['cloud-services', 'it-support', 'managed-infrastructure'],
};
