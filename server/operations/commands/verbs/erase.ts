import type { Command } from 'commander';
import { readMailConfig } from '../../../config/config.ts';
import { configure } from '../../../config/configure.ts';
import { deadlines } from '../../../lib/deadlines.ts';
import { escapeCharacters } from '../../../lib/escapeCharacters.ts';
import { readReference } from '../../../lib/reference.ts';
import type { ErasureTarget } from '../../../outbox/erasureTarget.ts';
import { Failure } from '../../../outbox/faults.ts';
import type { Store } from '../../../outbox/store.ts';
import { eraseSubmissions } from '../../erasure.ts';
import { confirm } from '../confirm.ts';
import { readAddress } from '../filters.ts';
import { examples, noSuchSubmission, type Session } from '../session.ts';
import { cellsOf, tableOf } from '../table.ts';
import { sast } from '../times.ts';

const { table } = deadlines.operator;

/** Erases what a target names. Then `tell` says so, and only then it rejects because of copies that cannot be opened. */
async function erase(
  store: Store,
  target: ErasureTarget,
  tell: (references: ReadonlySet<string>) => void | Promise<void>,
): Promise<void> {
  const options = configure(readMailConfig);
  const { references, unusable } = await eraseSubmissions(store, options, target);
  await tell(references);
  await store.maintenance.removeRemnants();
  if (unusable.length > 0)
    throw new Failure(
      `These cannot be opened and may still hold what was erased, so remove them: ${unusable.join(', ')}`,
    );
}

/** Adds the verb `delete`. */
export function addDelete(program: Command, { withStore, note }: Session): void {
  program
    .command('delete')
    .description('Erase one submission')
    .argument('<id>', 'its reference', readReference)
    .option('-y, --yes', 'do not ask')
    .addHelpText('after', examples(['delete 7K3M9-QXD2R', 'its mail in your mailbox stays: erase that too']))
    .action(async (reference: string, { yes }: { readonly yes?: boolean }) => {
      await confirm(`Erase ${escapeCharacters(reference)} for good?`, { yes });
      const tell = ({ size }: ReadonlySet<string>): void => {
        if (size === 0) throw noSuchSubmission(reference);
        note(`${reference} is erased.`);
      };
      await withStore((store) => erase(store, { by: 'reference', reference }, tell), table);
    });
}

/** Adds the verb `purge`. */
export function addPurge(program: Command, { config, withStore, print, note }: Session): void {
  program
    .command('purge')
    .description('Erase what was delivered more than RETENTION_DAYS ago; the server does it each hour')
    .option('--json', 'print the number as JSON')
    .option('-y, --yes', 'do not ask')
    .addHelpText('after', examples(['purge']))
    .action(async ({ json, yes }: { readonly json?: boolean; readonly yes?: boolean }) => {
      await confirm('Erase all that is older for good?', { yes });
      const { retentionMilliseconds } = config();
      const tell = async ({ size }: ReadonlySet<string>): Promise<void> => {
        if (json) await print(`${JSON.stringify({ erased: size })}\n`);
        else note(`${size} erased.`);
      };
      await withStore(async (store) => {
        const before = (await store.maintenance.now()) - retentionMilliseconds;
        await erase(store, { by: 'delivery', before }, tell);
      }, table);
    });
}

/** Adds the verb `forget`. */
export function addForget(program: Command, { withStore, print, note, terminalWidth }: Session): void {
  program
    .command('forget')
    .description('Erase everything of an e-mail address, as POPIA lets people ask')
    .argument('<email>', 'the address, in upper or lower case', readAddress)
    .option('-y, --yes', 'do not ask')
    .addHelpText(
      'after',
      '\nIt shows what it will erase, asks at a terminal, and prints a record without personal data.' +
        `\n${examples(['forget jo@example.com'], ['forget --yes jo@example.com >> erased.txt', 'keep the record'])}`,
    )
    .action(async (address: string, { yes }: { readonly yes?: boolean }) => {
      const target = { by: 'address', address } as const;
      await withStore(async (store) => {
        const found = (
          await Promise.all((await store.submissions.matching(target)).map(store.submissions.find))
        ).filter((submission) => submission !== undefined);
        if (found.length > 0) {
          for (const part of tableOf(found.map(cellsOf), terminalWidth()).text()) note(part.trimEnd());
          await confirm(`Erase ${found.length === 1 ? 'this' : `these ${found.length}`} for good?`, { yes });
        }
        // The copies of the database may hold more.
        await erase(store, target, async (erased) => {
          if (erased.size === 0) note('Nothing of that address is stored.');
          else {
            await print(
              `Erased at a person's request: ${sast(Date.now())}\n` +
                `Submissions: ${erased.size}\nReferences: ${[...erased].join(' ')}\n`,
            );
            note('Mails in your mailbox are not erased: search it for these references.');
          }
        });
      }, table);
    });
}
