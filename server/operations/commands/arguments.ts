import { InvalidArgumentError } from 'commander';
import { readReference } from '../../lib/reference.ts';
import { comparableAddress } from '../../outbox/submission.ts';
import { startOfDay } from './times.ts';

/** Reads a reference. `forAddress`: the command to suggest if an address was typed. */
export function idOr(forAddress: 'show --email' | 'forget'): (typed: string) => string {
  return (typed) => {
    if (typed.includes('@'))
      throw new InvalidArgumentError(`It takes an ID (7K3M9-QXD2R); for an address: ${forAddress} ${typed}`);
    return readReference(typed);
  };
}

/** Reads an address, and returns it as a `comparableAddress`. */
export function readAddress(typed: string): string {
  const address = comparableAddress(typed);
  if (address === undefined) throw new InvalidArgumentError('It must be an address such as name@example.com.');
  return address;
}

/** Reads a day in South Africa. Returns its start. */
export function readDay(typed: string): number {
  const start = startOfDay(typed);
  if (start === undefined) throw new InvalidArgumentError('It must be a day such as 2026-11-21.');
  return start;
}
