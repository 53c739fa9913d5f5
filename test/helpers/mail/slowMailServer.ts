import { setTimeout as pause } from 'node:timers/promises';
import type { React } from './mailServer.ts';

/** The reactions of a mail server that uses nine tenths of the deadlines for greeting, TLS handshake and STARTTLS's answer. */
export function usesNineTenths({ greeting, silence }: { readonly greeting: number; readonly silence: number }): React {
  const longest: ReadonlyMap<string, number> = new Map([
    ['connect', greeting],
    ['handshake', greeting],
    ['startTls', silence],
  ]);
  const wait = async (milliseconds: number) => {
    await pause(0.9 * milliseconds);
  };
  return (step) => {
    const deadline = longest.get(step);
    return deadline === undefined ? undefined : wait(deadline);
  };
}
