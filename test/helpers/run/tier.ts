/** Whether this is `npm run test:all`, which also runs what is long: a second browser engine and other fonts. */
export const isLong = process.env.TEST_TIER === 'all';
