import { type Command, InvalidArgumentError } from 'commander';
import { comparableAddress, deliveredBefore, ofAddress, withReference } from '../submissions/choice.ts';
import { chosen, eraseSubmissions, mentioning } from '../submissions/erasure.ts';
import { readReference } from '../submissions/reference.ts';
import { confirm } from './confirm.ts';
import { existingDatabase, storeFault } from './openStore.ts';
import { sast, tableOf } from './presentation.ts';
import { noSuchSubmission, type Session } from './session.ts';
