import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { loadEnvFile } from './envFile.ts';

/** Reads the configuration from the environment. Takes missing variables from the file `.env` in the working directory. */
export function configure<Config>(read: (environment: NodeJS.ProcessEnv) => Config): Config {
  loadEnvFile(process.env);
  const config = read(process.env);
  // Node reads this variable at its start, before `.env` is read. So certificates that `.env` names are added here.
  const authorities = process.env.NODE_EXTRA_CA_CERTS?.trim();
  if (authorities) setDefaultCACertificates([...getCACertificates(), readFileSync(authorities, 'utf8')]);
  return config;
}

/** The environment of a child process that needs no configuration: how it takes memory (`deploy/start.sh`), and its time zone. */
export function environmentWithoutSecrets(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(?:MALLOC_\w+|TZ)$/.test(name)));
}
