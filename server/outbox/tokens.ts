import type { Dialect, Run } from './database.ts';

/** A valid captcha token. `expiresAt` is in milliseconds since 1970. */
export type CaptchaToken = { readonly id: string; readonly expiresAt: number };

/** Milliseconds that the record of a used token outlives it: whose clock verified it may be behind the store's. */
export const tokenGrace = 60 * 60 * 1000;

/** The used captcha tokens, inside the transaction of `run` or each change by itself. */
export function tokensIn(run: Run, { now, skipLocked }: Dialect) {
  return {
    /** False when the token was used before. Waits for a submission under way that uses it too. */
    spend: async ({ id, expiresAt }: CaptchaToken): Promise<boolean> => {
      const insertion = 'INSERT INTO used_tokens VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id';
      return (await run(insertion, [id, expiresAt])).length > 0;
    },
    giveBack: async ({ id }: CaptchaToken): Promise<void> => {
      await run('DELETE FROM used_tokens WHERE id = $1', [id]);
    },
    /** Forgets the tokens that nobody can use again. Skips what another server is deleting. */
    forgetExpired: async (): Promise<void> => {
      await run(
        `DELETE FROM used_tokens WHERE id IN
          (SELECT id FROM used_tokens WHERE expires_at < ${now} - ${tokenGrace} ${skipLocked})`,
      );
    },
  };
}
