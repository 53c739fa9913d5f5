import type { Dialect, Run } from './database.ts';

/** A valid captcha token. `expiresAt` is in milliseconds since 1970. */
export type CaptchaToken = { readonly id: string; readonly expiresAt: number };

/** In milliseconds. A used token is remembered so long after it expires, because a server's clock may be behind the database's. */
export const tokenGrace = 60 * 60 * 1000;

/** The used captcha tokens. If `run` belongs to a transaction, the changes are part of it. */
export function tokensIn(run: Run, { now, skipLocked }: Dialect) {
  return {
    /** Resolves with false if the token was used before. Waits if another submission is just using the token. */
    spend: async ({ id, expiresAt }: CaptchaToken): Promise<boolean> => {
      const insertion = 'INSERT INTO used_tokens VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id';
      return (await run(insertion, [id, expiresAt])).length > 0;
    },
    giveBack: async ({ id }: CaptchaToken): Promise<void> => {
      await run('DELETE FROM used_tokens WHERE id = $1', [id]);
    },
    /** Forgets the tokens that nobody can use again. Skips rows that another server is deleting. */
    forgetExpired: async (): Promise<void> => {
      await run(
        `DELETE FROM used_tokens WHERE id IN
          (SELECT id FROM used_tokens WHERE expires_at < ${now} - ${tokenGrace} ${skipLocked})`,
      );
    },
  };
}
