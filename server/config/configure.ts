import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { parseEnv } from 'node:util';
import { configurationError } from './environment.ts';

/** The variables of `.env` in the working directory, if it exists. Throws an `OperatorError` if the file cannot be read. */
function readEnvFile(): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync('.env', 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return {};
    const cure =
      'make it a file that the user of this program may read, as with "chgrp website .env && chmod 640 .env"';
    throw configurationError([`.env cannot be read (${code}): ${cure}`]);
  }
}

/** Adds the variables of `.env` to the environment, but overwrites none. Throws as `readEnvFile` does. */
export function loadEnvFile(environment: NodeJS.ProcessEnv): void {
  for (const [name, value] of Object.entries(readEnvFile())) environment[name] ??= value;
}

/** The pairs of neighbouring letters in a word. Words with mostly the same pairs are spelled alike. */
function pairsIn(word: string): Set<string> {
  return new Set(Array.from(word, (letter, index) => letter + (word[index + 1] ?? '')));
}

/** In how many pairs of letters two words differ. */
function difference(one: string, other: string): number {
  const [pairs, others] = [pairsIn(one), pairsIn(other)];
  return [...pairs, ...others].filter((pair) => !pairs.has(pair) || !others.has(pair)).length;
}

const ofNode = /^(?:NODE_.+|(?:HTTPS?|NO)_PROXY)$/i;

/** The names in `.env` that are not `known`, each with the most similar known name, or with its own place. */
export function unknownVariables(known: ReadonlySet<string>): string[] {
  const nearestTo = (name: string) => [...known].toSorted((a, b) => difference(name, a) - difference(name, b))[0] ?? '';
  const written = Object.keys(readEnvFile());
  const hintOf = (name: string) =>
    ofNode.test(name) ? 'Node reads it before .env: set it by "systemctl edit website"' : `is it ${nearestTo(name)}?`;
  return written.filter((name) => !known.has(name)).map((name) => `${name} (${hintOf(name)})`);
}

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
