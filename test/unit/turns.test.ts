import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { createTurns } from '../../server/turns.ts';

function wanted() {
  return true;
}

test('the first piece of work is done at once, the others one a turn', async () => {
  const takeTurn = createTurns();
  const done: number[] = [];
  for (let piece = 0; piece < 4; piece += 1) takeTurn(() => done.push(piece), wanted);
  for (let turns = 1; turns <= 4; turns += 1) {
    expect(done).toHaveLength(turns);
    await turn();
  }
  expect(done).toEqual([0, 1, 2, 3]);
});

test('what was given up loses its turn, and costs the others none', async () => {
  const takeTurn = createTurns();
  const done: string[] = [];
  takeTurn(() => done.push('first'), wanted);
  for (let times = 0; times < 3; times += 1)
    takeTurn(
      () => done.push('given up'),
      () => false,
    );
  takeTurn(() => done.push('last'), wanted);
  await turn();
  expect(done).toEqual(['first', 'last']);
});

test('beyond a thousand that wait no more is taken, until some are done', async () => {
  const takeTurn = createTurns();
  let done = 0;
  const work = () => {
    done += 1;
  };
  takeTurn(work, wanted);
  for (let waiting = 0; waiting < 1000; waiting += 1) expect(takeTurn(work, wanted)).toBe(true);
  expect(takeTurn(work, wanted)).toBe(false);
  await turn();
  expect(takeTurn(work, wanted)).toBe(true);
  while (done < 1002) await turn();
});
