/** Periods that several legal documents promise, stated once so that the documents cannot disagree. */
export const commitments = {
  /** Delivered submissions are erased after this; the default of the server's RETENTION_DAYS. */
  submissionDays: 365,
  /** To tell a client of a security compromise of the client's information. */
  compromiseNoticeHours: 24,
  /** For a client to take its data away when a service has ended. */
  exportDays: 30,
  /** Notice of a change to prices, sub-operators or these documents. */
  changeNoticeDays: 30,
  pastelBackups: '15 days on Start-up, 30 days on SME Standard and SME Advanced, and 60 days on SME Premium',
} as const;
