import { OperatorError } from '../lib/errors.ts';
import { escapeCharacters } from '../lib/escapeCharacters.ts';
import { trustAuthorities } from './authorities.ts';
import { loadEnvFile } from './envFile.ts';

/** Reads the configuration from the environment and from `.env` in the working directory; the environment wins. */
export function readConfiguration<Config>(read: (environment: NodeJS.ProcessEnv) => Config): Config {
  loadEnvFile(process.env);
  const config = read(process.env);
  trustAuthorities(process.env);
  return config;
}

/** The same. With a fault it ends the process with a message that names every one. */
export function configure<Config>(read: (environment: NodeJS.ProcessEnv) => Config): Config {
  try {
    return readConfiguration(read);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    console.error(escapeCharacters(error.message));
    process.exit(error.exitCode);
  }
}
