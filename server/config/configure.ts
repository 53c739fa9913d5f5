import { trustAuthorities } from './authorities.ts';
import { loadEnvFile } from './envFile.ts';

/** Reads the configuration from the environment and from `.env` in the working directory; the environment wins. */
export function configure<Config>(read: (environment: NodeJS.ProcessEnv) => Config): Config {
  loadEnvFile(process.env);
  const config = read(process.env);
  trustAuthorities(process.env);
  return config;
}
