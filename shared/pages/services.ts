export const servicesTexts = {
  title: 'Our IT Services',
  lead: 'Ten services that work alone or together. Not sure which comes first? Start with the IT Health Assessment.',
  unsure: {
    title: 'Not Sure Where to Start?',
    text: 'An office needs IT Support for its people and Managed Infrastructure for servers and backups. Begin with a conversation. You describe what works and what does not; we say which of the ten would help, and which you can leave alone.',
    button: 'Start Your IT Assessment',
  },
  whyTitle: 'Why Choose Our Services?',
  reasons: {
    'Expert Support': 'You speak to engineers, and every request has a reference.',
    'Cloud Solutions':
      'Virtual servers in Johannesburg or Cape Town and Microsoft 365, billed in rand. If you order it, the team that supports your users manages them.',
    'Custom Solutions': 'The scope follows your sites, people and budget. Equipment that still does its job stays.',
    'Network Security':
      'Segmented networks, maintained firewalls and protected sign-ins, documented so that you can answer a POPIA question.',
  },
} as const;

export const servicesMeta = {
  title: 'Our IT Services',
  description:
    'Ten IT services for South African businesses, from infrastructure, support and cybersecurity to connectivity, telecoms and CCTV. Take one or all.',
};
