// `npm ci` fails (EUSAGE) if package-lock.json has no entry for an optional package of another platform. `npm install` writes
// no entry if the registry lacks the package, so this script does. An install on that platform later adds the integrity.
//   npm run lock             writes the missing entries
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

type Entry = { readonly optionalDependencies?: { readonly [name: string]: string }; readonly [field: string]: unknown };
export type Lock = { readonly packages: { readonly [place: string]: Entry } };

export const lockFile = path.resolve(import.meta.dirname, '../package-lock.json');

/** The operating system, processor and C library in the name of a platform's package, such as `cli-linux-x64-musl`. */
function platformOf(name: string): { readonly os?: string[]; readonly cpu?: string[]; readonly libc?: string[] } {
  const words = name.split(/[/-]/);
  const [os] = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'].filter((one) => words.includes(one));
  const [cpu] = ['arm64', 'arm', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'x64'].filter((one) =>
    words.includes(one),
  );
  const libc = words.includes('musl') ? 'musl' : os === 'linux' && words.includes('gnu') && 'glibc';
  return { ...(os && { os: [os] }), ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }) };
}

/** The entries that package-lock.json lacks, by the keys that they get there. */
export function missingEntries({ packages }: Lock): ReadonlyMap<string, Entry> {
  const missing = new Map<string, Entry>();
  for (const [place, { optionalDependencies = {} }] of Object.entries(packages))
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const nested = `${place && `${place}/`}node_modules/${name}`;
      const hoisted = `node_modules/${name}`;
      if (!packages[nested] && !packages[hoisted])
        missing.set(hoisted, { version, ...platformOf(name), dev: true, optional: true });
    }
  return missing;
}

if (process.argv[1] === import.meta.filename) {
  const lock = JSON.parse(readFileSync(lockFile, 'utf8')) as Lock;
  const all = { ...lock.packages, ...Object.fromEntries(missingEntries(lock)) };
  const packages = Object.fromEntries(Object.entries(all).sort(([one], [other]) => one.localeCompare(other, 'en')));
  writeFileSync(lockFile, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`);
}
