import { createInterface } from 'node:readline/promises';
import { OperatorError } from '../../lib/errors.ts';

/**
 * Asks at the terminal whether to go on. With `yes`, or without a terminal, resolves without asking. Rejects with an `OperatorError`
 * unless the answer is yes. `question` is printed without escaping.
 */
export async function confirm(question: string, { yes = false }: { yes?: boolean | undefined }): Promise<void> {
  if (yes || !process.stdin.isTTY || !process.stderr.isTTY) return;
  using terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C and Ctrl-D reject.
  const answer = await terminal.question(`${question} [y/N] `).catch(() => {
    process.stderr.write('\n');
    return '';
  });
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new OperatorError('Nothing is changed.');
}
