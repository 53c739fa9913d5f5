import { afterAll } from '@jest/globals';

const started: { readonly stop: () => Promise<unknown> }[] = [];

afterAll(async () => {
  for (const each of started.reverse()) await each.stop();
});

/** Keeps what a test file has started until its last test has ended; then it is stopped, the latest first. */
export async function untilEnd<Started extends { readonly stop: () => Promise<unknown> }>(
  starting: Promise<Started>,
): Promise<Started> {
  const each = await starting;
  started.push(each);
  return each;
}
