import type { DatabaseSync } from 'node:sqlite';
import type { CaptchaToken } from '../store.ts';

/** A token found valid a moment ago may expire before it is stored: used ones are remembered a little longer. */
const grace = 60 * 1000;

/** The record of tokens that were used, as long as they could be used again. To be called within a transaction. */
export function usedTokensIn(database: DatabaseSync) {
  const insert = database.prepare('INSERT OR IGNORE INTO used_tokens (id, expires_at) VALUES (?, ?)');
  const forgetExpired = database.prepare('DELETE FROM used_tokens WHERE expires_at < ?');
  return {
    /** False when the token was used before. */
    use: ({ id, expiresAt }: CaptchaToken, now: number): boolean => {
      forgetExpired.run(now - grace);
      return insert.run(id, expiresAt).changes === 1;
    },
  };
}
