import { company } from '../company.ts';

export const legalTexts = {
  title: 'Legal Documents & Policies',
  lead: `The terms under which ${company.legalName} works, and how we handle your data. Read them here or keep the PDF.`,
  notice:
    'These documents are reviewed quarterly. Each one carries its version number. For an earlier version, please write to us.',
  download: 'Download PDF',
} as const;

export const legalMeta = {
  title: 'Legal Documents & Policies',
  description:
    'Terms of service, privacy policy, service level agreement, data processing agreement and our other policies, to read online or download as PDF.',
};
