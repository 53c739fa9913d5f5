import { ConfigurationError } from './config.ts';
import { escapeCharacters } from './escapeCharacters.ts';

/** The exit code, of sysexits.h. */
export const configurationFault = 78;

/**
 * The configuration of this process: from its environment and, beneath it, from `.env` in the working directory.
 * A faulty one ends the process with a message that names every fault.
 */
export function configure<Config>(read: (environment: NodeJS.ProcessEnv) => Config): Config {
  try {
    process.loadEnvFile();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  try {
    return read(process.env);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    console.error(escapeCharacters(error.message));
    process.exit(configurationFault);
  }
}
