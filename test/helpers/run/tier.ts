/** Whether this is `npm run test:all`, which also runs the long tests, such as those in a second browser and with other fonts. */
export const isLong = process.env.TEST_TIER === 'all';
