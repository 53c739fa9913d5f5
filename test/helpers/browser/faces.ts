import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Fonts that a visitor may have as `system-ui`. Their letters are about 0.8, 1 and 1.1 times as wide as those of Arial. */
export const faces = ['narrow', 'usual', 'wide'] as const;
export type Face = (typeof faces)[number];

/** The npm package with the fonts of each face. A font whose file name contains a word of `omit` is not used. */
const packages: Record<Face, { readonly name: string; readonly family: string; readonly omit: readonly string[] }> = {
  narrow: { name: '@expo-google-fonts/archivo-narrow', family: 'Archivo Narrow', omit: [] },
  usual: { name: '@expo-google-fonts/arimo', family: 'Arimo', omit: [] },
  wide: { name: 'dejavu-fonts-ttf', family: 'DejaVu Sans', omit: ['Math', 'Serif', 'Mono', 'Condensed', 'ExtraLight'] },
};

const { resolve } = createRequire(import.meta.url);
const home = path.resolve(import.meta.dirname, '../../../.cache/faces');

export function fontFolder(face: Face): string {
  return path.dirname(resolve(`${packages[face].name}/package.json`));
}

/**
 * Returns a configuration of fontconfig with which a browser finds only the fonts of the face, whatever fonts the machine has.
 * https://www.freedesktop.org/software/fontconfig/fontconfig-user.html
 */
function configurationOf(face: Face): string {
  const { family, omit } = packages[face];
  return `<?xml version="1.0"?>
<fontconfig>
  <dir>${fontFolder(face)}</dir>
  <cachedir>${home}/cache</cachedir>
  <selectfont>
    <rejectfont>${omit.map((part) => `<glob>*${part}*.ttf</glob>`).join('')}</rejectfont>
  </selectfont>
  <match target="pattern">
    <edit name="family" mode="append_last" binding="same"><string>${family}</string></edit>
  </match>
</fontconfig>
`;
}

/** The environment of a browser whose only fonts are those of the face. */
export function fontEnvironment(face: Face): { readonly [name: string]: string } {
  const text = configurationOf(face);
  // The file's name has a hash of its text, so processes that write this file at the same time all write the same text.
  const file = path.join(home, `${face}-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.conf`);
  if (!existsSync(file)) {
    mkdirSync(home, { recursive: true });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, text);
    renameSync(draft, file);
  }
  return { FONTCONFIG_FILE: file, FONTCONFIG_PATH: home };
}
