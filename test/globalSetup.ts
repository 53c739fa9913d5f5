import { offerSharedPostgres } from './helpers/store/sharedPostgres.ts';

type Shared = { stopSharedPostgres?: () => Promise<void> };

/** Jest calls it before the test files, and `globalTeardown.ts` after them in the same process. */
export default async function globalSetup(): Promise<void> {
  (globalThis as Shared).stopSharedPostgres = await offerSharedPostgres();
}
