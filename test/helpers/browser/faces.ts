import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Widths of a visitor's `system-ui` font: about 0.8, 1 and 1.1 times that of Arial. */
export const faces = ['narrow', 'usual', 'wide'] as const;
export type Face = (typeof faces)[number];

/** The package of each face. `others`: fonts of the package that are left out, by a part of their names. */
const packages: Record<Face, { readonly name: string; readonly family: string; readonly others: readonly string[] }> = {
  narrow: { name: '@expo-google-fonts/archivo-narrow', family: 'Archivo Narrow', others: [] },
  usual: { name: '@expo-google-fonts/arimo', family: 'Arimo', others: [] },
  wide: {
    name: 'dejavu-fonts-ttf',
    family: 'DejaVu Sans',
    others: ['Math', 'Serif', 'Mono', 'Condensed', 'ExtraLight'],
  },
};

const { resolve } = createRequire(import.meta.url);
const home = path.resolve(import.meta.dirname, '../../../.cache/faces');

export function fontFolder(face: Face): string {
  return path.dirname(resolve(`${packages[face].name}/package.json`));
}

/**
 * A configuration by which a browser finds the fonts of one family alone, whatever the machine has.
 * https://www.freedesktop.org/software/fontconfig/fontconfig-user.html
 */
function configurationOf(face: Face): string {
  const { family, others } = packages[face];
  return `<?xml version="1.0"?>
<fontconfig>
  <dir>${fontFolder(face)}</dir>
  <cachedir>${home}/cache</cachedir>
  <selectfont>
    <rejectfont>${others.map((part) => `<glob>*${part}*.ttf</glob>`).join('')}</rejectfont>
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
  // The name has a hash of the text, so the file never changes: several processes may write it at the same time.
  const file = path.join(home, `${face}-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.conf`);
  if (!existsSync(file)) {
    mkdirSync(home, { recursive: true });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, text);
    renameSync(draft, file);
  }
  return { FONTCONFIG_FILE: file, FONTCONFIG_PATH: home };
}
