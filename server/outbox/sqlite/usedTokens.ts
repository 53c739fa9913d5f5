import type { DatabaseSync } from 'node:sqlite';
import { type CaptchaToken, tokenGrace } from '../store.ts';

/** The record of used captcha tokens, until they expire. Call `use` within a transaction. */
export function usedTokensIn(database: DatabaseSync) {
  const insert = database.prepare('INSERT OR IGNORE INTO used_tokens (id, expires_at) VALUES (?, ?)');
  const forgetExpired = database.prepare('DELETE FROM used_tokens WHERE expires_at < ?');
  return {
    /** False when the token was used before. */
    use: ({ id, expiresAt }: CaptchaToken, now: number): boolean => {
      forgetExpired.run(now - tokenGrace);
      return insert.run(id, expiresAt).changes === 1;
    },
  };
}
