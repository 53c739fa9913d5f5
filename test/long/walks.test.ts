import { test } from '@jest/globals';
import fc from 'fast-check';
import { startWalkSite, steps, tasks } from '../helpers/browser/walk.ts';
import { hang } from '../helpers/hang.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

/** The number of walks. A campaign makes 500, with a seed of its own. */
const walks = Number(process.env.WALKS ?? 20);
const seed = Number(process.env.WALK_SEED ?? 29);

const site = await untilEnd(startWalkSite());

test(
  'whatever happens in whatever order, an order is stored once, what is typed stays, and no request is repeated without end',
  async () => {
    const walk = fc.array(
      fc.oneof(
        { weight: 1, arbitrary: fc.constantFrom(...tasks) },
        { weight: 2, arbitrary: fc.constantFrom(...steps) },
      ),
      { minLength: 8, maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(walk, (walked) => site.walk(walked)),
      { numRuns: walks, seed, endOnFailure: true },
    );
  },
  walks * hang,
);
