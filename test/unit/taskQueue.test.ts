import { setImmediate as nextIteration } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { createTaskQueue } from '../../server/taskQueue.ts';

function wanted() {
  return true;
}

test('the queue runs the first task at once and one more in each iteration of the event loop', async () => {
  const enqueue = createTaskQueue();
  const done: number[] = [];
  for (let task = 0; task < 4; task += 1) enqueue(() => done.push(task), wanted);
  for (let iterations = 1; iterations <= 4; iterations += 1) {
    expect(done).toHaveLength(iterations);
    await nextIteration();
  }
  expect(done).toEqual([0, 1, 2, 3]);
});

test('the queue skips a task that is no longer wanted without waiting', async () => {
  const enqueue = createTaskQueue();
  const done: string[] = [];
  enqueue(() => done.push('first'), wanted);
  for (let times = 0; times < 3; times += 1)
    enqueue(
      () => done.push('given up'),
      () => false,
    );
  enqueue(() => done.push('last'), wanted);
  await nextIteration();
  expect(done).toEqual(['first', 'last']);
});

test('the queue refuses more than a thousand waiting tasks until one has run', async () => {
  const enqueue = createTaskQueue();
  let done = 0;
  const task = () => {
    done += 1;
  };
  enqueue(task, wanted);
  for (let waiting = 0; waiting < 1000; waiting += 1) expect(enqueue(task, wanted)).toBe(true);
  expect(enqueue(task, wanted)).toBe(false);
  await nextIteration();
  expect(enqueue(task, wanted)).toBe(true);
  while (done < 1002) await nextIteration();
});
