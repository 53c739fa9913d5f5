import { offerSharedParts } from './shared.ts';

type Shared = { endSharedParts?: () => Promise<void> };

/** Jest calls this before the test files. After them it calls `globalTeardown.ts` in the same process, with the same globals. */
export default async function globalSetup(): Promise<void> {
  (globalThis as Shared).endSharedParts = await offerSharedParts();
}
