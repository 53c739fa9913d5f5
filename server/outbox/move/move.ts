import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { inPages } from '../../lib/inPages.ts';
import { Failure } from '../faults.ts';
import { tokenGrace } from '../store.ts';
import { type MovedTable, movedTables, type Tables, type Values } from './movedTables.ts';

/** Turns the errors of calls into failures of this sentence. */
export function faulting(sentenceOf: (error: unknown) => string) {
  return <Given extends unknown[], Result>(work: (...given: Given) => Result) =>
    async (...given: Given): Promise<Awaited<Result>> => {
      try {
        return await work(...given);
      } catch (error) {
        throw error instanceof Failure ? error : new Failure(sentenceOf(error), { cause: error });
      }
    };
}

/**
 * The database that is moved, which nobody changes while it is open. `name`: how sentences call it, without a login. `now`: by its
 * clock, in milliseconds since 1970. The calls of both reject with a `Failure`.
 */
export type MoveSource = Tables & { readonly name: string; readonly now: () => Promise<number> };

/** The other one. No server works on it while it is open. */
export type MoveTarget = {
  readonly name: string;
  /** What is there already; undefined: there is no database yet. */
  readonly present: Tables | undefined;
  /** Puts empty tables that `work` fills in the place of what is there, in one step; if it rejects, all stays as it was. */
  readonly replace: <Result>(work: (tables: Tables) => Promise<Result>) => Promise<Result>;
};

/** How far a step has come, in submissions. */
export type MoveProgress = (step: 'copied' | 'compared', done: number, all: number) => void;

/** The rows of each table. */
type Moved = { readonly [Name in MovedTable['name']]: number };

const pageSize = 500;

/**
 * Moves everything from one database to the other and compares them row by row. Leaves the source as it is. Rejects with a
 * `Failure`, with nothing written, if the target holds anything but the same.
 */
export async function move(source: MoveSource, target: MoveTarget, onProgress: MoveProgress): Promise<Moved> {
  const all = await source.count('submissions');
  // For longer, nobody can use such a token again.
  const expired = (await source.now()) - tokenGrace;

  async function* pagesOf(tables: Tables, table: MovedTable): AsyncGenerator<readonly Values[]> {
    // SQLite's answers come at once: without a turn of the event loop, Ctrl-C would wait for the last of them.
    const read = (after: Values | undefined) => setImmediate().then(() => tables.page(table, after, pageSize));
    for await (const page of inPages(pageSize, read))
      yield table.name === 'used_tokens' ? page.filter((row) => Number(row.expires_at) >= expired) : page;
  }
  async function* rowsOf(tables: Tables, table: MovedTable): AsyncGenerator<Values, undefined> {
    for await (const page of pagesOf(tables, table)) yield* page;
  }

  const compare = async (copy: Tables, fault: string): Promise<Moved> => {
    const amounts: { [name: string]: number } = {};
    for (const table of movedTables) {
      const copies = rowsOf(copy, table);
      let amount = 0;
      for await (const row of rowsOf(source, table)) {
        const { value } = await copies.next();
        if (!isDeepStrictEqual(row, value)) throw new Failure(fault);
        amount += 1;
        if (table.name === 'submissions') onProgress('compared', amount, all);
      }
      if (!(await copies.next()).done) throw new Failure(fault);
      amounts[table.name] = amount;
    }
    return amounts as Moved;
  };

  const { name, present } = target;
  // A server that was only tried out has left a secret.
  const isUsed = present && (await present.count('submissions')) + (await present.count('used_tokens')) > 0;
  if (isUsed) return compare(present, `${name} holds other data: name an empty database.`);
  return target.replace(async (tables) => {
    for (const table of movedTables) {
      let copied = 0;
      for await (const page of pagesOf(source, table)) {
        if (page.length > 0) await tables.insert(table, page);
        copied += page.length;
        if (table.name === 'submissions') onProgress('copied', copied, all);
      }
    }
    return compare(tables, `${name} is not the same as ${source.name} after copying: run this again.`);
  });
}
