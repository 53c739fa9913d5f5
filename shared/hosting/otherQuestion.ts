import { askFormAddress } from '../paths.ts';
import type { OpenQuestion } from '../texts.ts';
import type { HostingFamily } from './family.ts';

/** The last of each family's questions. It is not in questions.ts, because the browser would load it with each family. */
export function otherQuestion({ id, name }: HostingFamily): OpenQuestion {
  return { question: 'Another question?', label: `Ask about ${name}`, path: askFormAddress(id) };
}
