export default async function globalTeardown(): Promise<void> {
  await (globalThis as { endSharedParts?: () => Promise<void> }).endSharedParts?.();
}
