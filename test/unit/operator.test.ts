import { describe, expect, test } from '@jest/globals';
import { csvOf, jsonOf, tableOf } from '../../server/operator/presentation.ts';
import type { Submission } from '../../server/submissions/store.ts';
import { contactMessage, contactSubmission } from '../helpers/visitor.ts';

const submission: Submission = {
  ...contactSubmission,
  verified: false,
  reference: '7K3M9-QXD2R',
  messageId: '<7k3m9-qxd2r@cirrux.example>',
  receivedAt: Date.UTC(2026, 10, 21, 22, 5, 6),
  state: 'pending',
  attempts: 2,
  nextAttemptAt: Date.UTC(2026, 10, 22),
  lastError: null,
  deliveredAt: null,
  retriedAt: null,
  digest: '',
};

test('the table shows South African time', () => {
  expect(tableOf([submission])).toBe(
    [
      'Reference    Received                  Kind     Plan  State    Attempts  Flags',
      '7K3M9-QXD2R  2026-11-22 00:05:06 SAST  contact  -     pending  2         unverified',
      '',
    ].join('\n'),
  );
});

describe('CSV', () => {
  const cellsOf = (changes: Partial<Submission>) => csvOf([{ ...submission, ...changes }]).slice(csvOf([]).length);

  test('has a header, CRLF, and quotes only where they are needed', () => {
    expect(csvOf([])).toMatch(
      /^reference,receivedAt,kind,planId,orderedPlan,orderedPrice,state,attempts,.*,message\r\n$/,
    );
    expect(cellsOf({ company: 'Smith, "Sons" & Co', message: 'one\ntwo' })).toContain(
      ',"Smith, ""Sons"" & Co",\'+27 82 555 9876,"one\ntwo"\r\n',
    );
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])('%j is no formula', (evil) => {
    const cells = cellsOf({ name: evil });
    expect(cells).toContain(evil.includes('\r') ? `,"'${evil}",` : `,'${evil},`);
  });

  test.each([
    ['Jo;=1+1', `"Jo;'=1+1"`],
    ['Jo; @SUM(A1)', `"Jo; '@SUM(A1)"`],
    ['Jo;"=1+1"', `"Jo;""'=1+1"""`],
    ['Jo\n=1+1;\t-1', `"Jo\n'=1+1;\t'-1"`],
    ['a - b = c', 'a - b = c'],
  ])('%j is no formula if semicolons or line ends separate the cells', (message, cell) => {
    expect(cellsOf({ message }).endsWith(`,${cell}\r\n`)).toBe(true);
  });
});

test('JSON is one array with ISO times', () => {
  expect(JSON.parse(jsonOf([submission]))).toEqual([
    expect.objectContaining({ ...contactMessage, receivedAt: '2026-11-21T22:05:06.000Z', deliveredAt: null }),
  ]);
  expect(jsonOf([])).toBe('[]\n');
});
