import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** How wide the face is that a visitor's system has for `system-ui`: 0.85, 1 and 1.15 times Arial's width, about. */
export type Face = 'narrow' | 'usual' | 'wide';

export const faces = ['narrow', 'usual', 'wide'] as const satisfies readonly Face[];

const packages: Record<Face, { readonly name: string; readonly folder: string; readonly family: string }> = {
  narrow: { name: '@expo-google-fonts/archivo-narrow', folder: '', family: 'Archivo Narrow' },
  usual: { name: '@expo-google-fonts/arimo', folder: '', family: 'Arimo' },
  wide: { name: 'dejavu-fonts-ttf', folder: 'ttf', family: 'DejaVu Sans' },
};

const { resolve } = createRequire(import.meta.url);

/**
 * Writes a configuration by which a browser finds the fonts of this package alone, whatever the machine has.
 * https://www.freedesktop.org/software/fontconfig/fontconfig-user.html
 */
function configurationOf(face: Face): string {
  const { name, folder, family } = packages[face];
  const fonts = path.join(path.dirname(resolve(`${name}/package.json`)), folder);
  const home = path.join(tmpdir(), `test-fonts-${process.getuid?.() ?? 0}`, face);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const aliases = ['system-ui', 'sans-serif', 'serif', 'monospace'].map(
    (generic) =>
      `<match target="pattern"><test name="family"><string>${generic}</string></test><edit name="family" mode="assign" binding="same"><string>${family}</string></edit></match>`,
  );
  const file = path.join(home, 'fonts.conf');
  const text = `<?xml version="1.0"?><fontconfig><dir>${fonts}</dir><cachedir>${home}/cache</cachedir>${aliases.join('')}</fontconfig>`;
  if (!existsSync(file)) writeFileSync(file, text);
  return file;
}

/** The environment of a browser whose only fonts are those of the face. */
export function fontEnvironment(face: Face): { readonly [name: string]: string } {
  const file = configurationOf(face);
  return { FONTCONFIG_FILE: file, FONTCONFIG_PATH: path.dirname(file) };
}
