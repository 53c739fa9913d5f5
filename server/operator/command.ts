import { parseArgs } from 'node:util';
import { readReference } from '../submissions/reference.ts';
import { type DeliveryState, deliveryStates } from '../submissions/store.ts';

const formats = ['json', 'csv'] as const;

/** A command of the operator, as `readCommand` parsed it. */
export type Command =
  | { readonly verb: 'help' }
  | { readonly verb: 'purge' | 'status' }
  | { readonly verb: 'list'; readonly state: DeliveryState | undefined }
  | { readonly verb: 'export'; readonly format: (typeof formats)[number]; readonly state: DeliveryState | undefined }
  | { readonly verb: 'show' | 'retry' | 'delete'; readonly reference: string };

/** A fault in the command line. Its message is for the operator. */
export class UsageError extends Error {}

export const usage = `Usage: npm run --silent submissions -- VERB

  list [--state STATE]                  what visitors have sent, newest first
  show ID                               one submission with all that is known of it
  export --format json|csv [--state STATE]
                                        all of them, to standard output
  retry ID                              have its mail sent (again) by the running server
  delete ID                             erase it
  purge                                 erase what was delivered more than RETENTION_DAYS ago
  status                                how many there are, and how old

ID is a submission's reference, such as 7K3M9-QXD2R. STATE is ${deliveryStates.join(', ')}.
DATA_DIR and RETENTION_DAYS are read like the server's, also from .env. It may run while the server does.
`;

function parse(parameters: readonly string[]) {
  try {
    return parseArgs({
      args: [...parameters],
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h' }, state: { type: 'string' }, format: { type: 'string' } },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function oneOf<Value extends string>(name: string, value: string | undefined, allowed: readonly Value[]): Value {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw new UsageError(`${name} must be one of ${allowed.join(', ')}.`);
  return found;
}

/** Parses the command line. Throws a `UsageError`. */
export function readCommand(parameters: readonly string[]): Command {
  const { values, positionals } = parse(parameters);
  const [verb, ...operands] = positionals;
  if (values.help || verb === 'help') return { verb: 'help' };
  if (verb === undefined) throw new UsageError('What shall be done?');

  const allow = (options: readonly string[], operandCount: number): void => {
    for (const option of Object.keys(values))
      if (!options.includes(option)) throw new UsageError(`${verb} takes no --${option}.`);
    if (operands.length > operandCount) throw new UsageError(`${verb} was given too much: ${operands.join(' ')}`);
    if (operands.length < operandCount) throw new UsageError(`${verb} needs the ID of a submission.`);
  };
  const state = () => (values.state === undefined ? undefined : oneOf('--state', values.state, deliveryStates));

  switch (verb) {
    case 'list':
      allow(['state'], 0);
      return { verb, state: state() };
    case 'export':
      allow(['state', 'format'], 0);
      return { verb, format: oneOf('--format', values.format, formats), state: state() };
    case 'show':
    case 'retry':
    case 'delete':
      allow([], 1);
      return { verb, reference: readReference(operands[0] ?? '') };
    case 'purge':
    case 'status':
      allow([], 0);
      return { verb };
    default:
      throw new UsageError(`There is no ${verb}.`);
  }
}
