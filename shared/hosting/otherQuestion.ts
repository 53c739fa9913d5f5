import { askFormAddress } from '../paths.ts';
import type { OpenQuestion } from '../texts.ts';
import type { HostingFamily } from './family.ts';

/** The end of each family's questions. Apart from questions.ts, which the browser loads with a family. */
export function otherQuestion({ id, name }: HostingFamily): OpenQuestion {
  return { question: 'Another question?', label: `Ask about ${name}`, path: askFormAddress(id) };
}
