/** Work that waits for its turn. */
const mostWaiting = 1000;

/**
 * Takes work for a turn of its own; false: too much waits. `isWanted` is asked when the turn has come, so that what was
 * given up loses it.
 */
export type TakeTurn = (work: () => void, isWanted: () => boolean) => boolean;

/**
 * Does one piece of work a turn of the event loop: between two of them all that has come in is looked at, and what lies
 * ready is answered.
 */
export function createTurns(): TakeTurn {
  const waiting: (readonly [work: () => void, isWanted: () => boolean])[] = [];
  let isTaken = false;

  const next = (): void => {
    let work = waiting.shift();
    while (work && !work[1]()) work = waiting.shift();
    isTaken = work !== undefined;
    if (!work) return;
    // First, so that the others go on whatever becomes of this one.
    setImmediate(next);
    work[0]();
  };

  return (work, isWanted) => {
    if (waiting.length >= mostWaiting) return false;
    waiting.push([work, isWanted]);
    if (!isTaken) next();
    return true;
  };
}
