import type { Command } from 'commander';
import { statusOf } from './presentation.ts';
import type { Session } from './session.ts';

export function addStatus(program: Command, { print, withStore }: Session): void {
  program
    .command('status')
    .description('how many there are, and how old')
    .action(async () => print(statusOf(await withStore((store) => store.status()))));
}
