import { expect, test } from '@jest/globals';
import { shownText } from '../../client/early/drafts.ts';

const initial = 'the text that the field begins with';

test.each([
  // typed, stored, restored by the browser, shown
  ['typed', 'stored', false, 'typed'],
  ['typed', 'stored', true, 'typed'],
  ['', 'stored', true, ''],
  [undefined, 'stored', false, 'stored'],
  [undefined, 'stored', true, 'stored'],
  [undefined, '', true, ''],
  // Nothing is kept: a text that the browser restored was sent already.
  [undefined, null, true, initial],
  [undefined, null, false, undefined],
  // The storage cannot tell: what the field has may be the only copy.
  [undefined, undefined, true, undefined],
  [undefined, undefined, false, undefined],
] as const)(
  'a field of which %j was typed and %j is stored, restored: %j, shows %j',
  (typed, stored, isRestored, shown) => {
    expect(shownText(typed, stored, initial, isRestored)).toBe(shown);
  },
);
