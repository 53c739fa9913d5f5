const minute = 60_000;

/** The program that a process runs first: its clock is ahead, or by a negative number behind. */
function program(milliseconds: number): string {
  return `const Real = Date;
  globalThis.Date = class Date extends Real {
    constructor(...given) {
      if (given.length === 0) super(Real.now() + ${milliseconds});
      else super(...given);
    }
    static now() {
      return Real.now() + ${milliseconds};
    }
  };`;
}

/** The environment of a machine whose clock is ahead by some minutes; negative: behind. */
export function shiftedClock(minutes: number): { readonly NODE_OPTIONS: string } {
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(program(minutes * minute))}` };
}
