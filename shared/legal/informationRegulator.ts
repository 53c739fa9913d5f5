export const regulatorName = 'the Information Regulator (South Africa)';

/** The authority that POPIA and PAIA name. The contact details may change: check these details at every review. */
export const informationRegulator = {
  name: regulatorName,
  address: 'Woodmead North Office Park, 54 Maxwell Drive, Woodmead, Johannesburg, 2191',
  website: 'inforegulator.org.za',
  email: 'enquiries@inforegulator.org.za',
  complaintsEmail: 'POPIAComplaints@inforegulator.org.za',
  phone: '010 023 5200',
} as const;
