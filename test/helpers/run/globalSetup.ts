import { offerSharedParts } from './shared.ts';

type Shared = { endSharedParts?: () => Promise<void> };

/** Jest calls this before the test files, and the function of `globalTeardown.ts` after them in the same process. */
export default async function globalSetup(): Promise<void> {
  (globalThis as Shared).endSharedParts = await offerSharedParts();
}
