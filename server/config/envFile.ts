import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { configurationError } from './environment.ts';

/**
 * The variables of `.env` in the working directory; none where there is no such file. Throws a `OperatorError` for one that
 * cannot be read: Node's own `process.loadEnvFile` says that it is missing.
 */
function readEnvFile(): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync('.env', 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return {};
    const cure =
      code === 'EISDIR'
        ? 'it is a folder, which Docker makes where a mounted file is missing: remove it, and write the file'
        : 'let the user of this program read it, for example with "chgrp website .env && chmod 640 .env"';
    throw configurationError([`.env cannot be read (${code}): ${cure}`]);
  }
}

/** Takes the variables of `.env` into the environment, which wins. Throws as `readEnvFile` does. */
export function loadEnvFile(environment: NodeJS.ProcessEnv): void {
  for (const [name, value] of Object.entries(readEnvFile())) environment[name] ??= value;
}

/** In how many letters two words differ (Levenshtein's distance). */
function difference(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [place, otherLetter] of [...other].entries()) {
      const changed = (row[place] ?? 0) + Number(letter !== otherLetter);
      next.push(Math.min(changed, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The names in `.env` that `.env.example` beside it lacks, each with the nearest real one. */
export function unknownVariables(): { readonly name: string; readonly nearest: string }[] {
  if (!existsSync('.env.example')) return [];
  const known = [...readFileSync('.env.example', 'utf8').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = '']) => name);
  const nearestTo = (name: string) => known.toSorted((a, b) => difference(name, a) - difference(name, b))[0] ?? '';
  const written = Object.keys(readEnvFile());
  return written.filter((name) => !known.includes(name)).map((name) => ({ name, nearest: nearestTo(name) }));
}
