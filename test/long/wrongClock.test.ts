import { rmSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { shiftedClock } from '../helpers/site/shiftedClock.ts';
import { newDataDirectory, runToEnd, startSite } from '../helpers/site/site.ts';
import { storedIn } from '../helpers/store/stored.ts';
import { logged, submit } from '../helpers/visitor/posts.ts';

const day = 24 * 60;

test('a clock that is 400 days ahead erases nothing, now or after its next submission, and is told', async () => {
  const dataDirectory = newDataDirectory();
  const start = (minutes: number) => startSite(shiftedClock(minutes), { dataDirectory });
  const references: string[] = [];
  const right = await start(0);
  for (let count = 0; count < 3; count += 1) {
    const reference = await submit(right);
    await logged(right, 'mail delivered', reference);
    references.push(reference);
  }
  await right.stop();

  for (let round = 0; round < 2; round += 1) {
    const ahead = await start(400 * day);
    await ahead.waitForLog(({ alarm }) => alarm === 'retention');
    const reference = await submit(ahead);
    await logged(ahead, 'mail delivered', reference);
    references.push(reference);
    await ahead.stop();
    expect(ahead.log.map(({ msg }) => msg)).not.toContain('old submissions erased');
  }
  const kept = () => storedIn(dataDirectory).map(({ reference }) => reference);
  expect(kept().toSorted()).toEqual(references.toSorted());

  const again = await start(0);
  await again.waitForLog(({ alarm, msg }) => alarm === 'clock' && /received 57\d{4} minutes from now/.test(msg));
  const { exitCode, printed } = await runToEnd(['submissions', 'status'], { DATA_DIR: dataDirectory });
  expect({ exitCode, printed }).toEqual({
    exitCode: 1,
    printed: expect.stringMatching(/^WARNING - 0 queued, 0 failed, the clock was ahead or is behind \|/),
  });
  await again.stop();
  expect(kept().toSorted()).toEqual(references.toSorted());
  rmSync(dataDirectory, { recursive: true });
});
