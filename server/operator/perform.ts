import type { DeliveryState, Store, Submission } from '../submissions/store.ts';
import type { Command } from './command.ts';
import { csvOf, detailsOf, jsonOf, statusOf, tableOf } from './presentation.ts';

/** The result of a command. `done` false: there is no such submission. */
export type Outcome = {
  readonly done: boolean;
  /** For standard output. */
  readonly output?: string;
  /** For standard error. */
  readonly notice?: string;
};

async function inState(store: Store, state: DeliveryState | undefined): Promise<Submission[]> {
  const all = await store.list();
  return state === undefined ? all : all.filter((submission) => submission.state === state);
}

/** Performs a command. `purge` erases what was delivered before `erasedBefore`, in milliseconds since 1970. */
export async function perform(
  command: Exclude<Command, { verb: 'help' }>,
  store: Store,
  erasedBefore: number,
): Promise<Outcome> {
  const aboutOne = (reference: string, done: boolean, notice: string): Outcome =>
    done ? { done, notice } : { done, notice: `There is no submission ${reference}.` };

  switch (command.verb) {
    case 'list': {
      const submissions = await inState(store, command.state);
      if (submissions.length > 0) return { done: true, output: tableOf(submissions) };
      const which = command.state === undefined ? 'Nothing has been submitted yet.' : `Nothing is ${command.state}.`;
      return { done: true, output: `${which}\n` };
    }
    case 'export': {
      const submissions = await inState(store, command.state);
      return { done: true, output: command.format === 'csv' ? csvOf(submissions) : jsonOf(submissions) };
    }
    case 'show': {
      const submission = await store.find(command.reference);
      return submission ? { done: true, output: detailsOf(submission) } : aboutOne(command.reference, false, '');
    }
    case 'retry': {
      const { reference } = command;
      const found = await store.retry(reference, Date.now());
      return aboutOne(reference, found, `${reference} is due: a running server sends it within seconds.`);
    }
    case 'delete': {
      const { reference } = command;
      return aboutOne(reference, await store.erase(reference), `${reference} is erased.`);
    }
    case 'purge':
      return { done: true, notice: `${await store.eraseDeliveredBefore(erasedBefore)} erased.` };
    case 'status':
      return { done: true, output: statusOf(await store.status()) };
  }
}
