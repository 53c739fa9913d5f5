import { offerSharedParts } from './shared.ts';

type Shared = { endSharedParts?: () => Promise<void> };

/** Jest calls this before the test files. After them it runs `globalTeardown.ts`, which finds `endSharedParts` in this process. */
export default async function globalSetup(): Promise<void> {
  (globalThis as Shared).endSharedParts = await offerSharedParts();
}
