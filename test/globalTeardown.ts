export default async function globalTeardown(): Promise<void> {
  await (globalThis as { stopSharedPostgres?: () => Promise<void> }).stopSharedPostgres?.();
}
