import { company } from '../company.ts';
import { submissionDays } from '../submission.ts';

/** Periods that several legal documents promise, stated once so that the documents cannot disagree. */
export const commitments = {
  submissionDays,
  /** For how many days after the end of a service a client can export data. */
  exportDays: 30,
  /** The notice period for a change to prices, sub-operators or these documents. */
  changeNoticeDays: 30,
  /** The notice period for ending a monthly service. */
  endNoticeDays: 30,
  /** The time for payment, from an invoice's date. */
  payment: 'seven days',
  /** When planned maintenance is carried out. */
  maintenance: { between: '22:00 and 05:00', notice: 'three business days' },
  pastelBackups: '15 days on Start-up, 30 days on SME Standard and SME Advanced, and 60 days on SME Premium',
} as const;

const minutesOf30Days = 30 * 24 * 60;

/** How many minutes of downtime in a month of 30 days the uptime commitment allows. */
export const downtimeMinutes: number = Math.floor(
  (minutesOf30Days * (100 - Number.parseFloat(company.figures.uptime))) / 100 + 1e-6,
);
