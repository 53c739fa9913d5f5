// Counts the lines of each room, and compares them with the budget in `test/lines.json`.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const code = /\.(?:ts|tsx|mjs|css|sql)$/;

/** The number of lines of code in a file, or in all files of a folder at any depth. */
function linesIn(name) {
  if (statSync(name).isDirectory())
    return readdirSync(name).reduce((sum, inner) => sum + linesIn(path.join(name, inner)), 0);
  return code.test(name) ? readFileSync(name, 'utf8').split('\n').length - 1 : 0;
}

/** The rooms of a folder with their lines. Files beside the rooms count under the folder's own name. */
function roomsOf(folder) {
  const entries = readdirSync(folder).map((name) => path.join(folder, name));
  const rooms = entries.filter((name) => statSync(name).isDirectory());
  const beside = entries.filter((name) => !rooms.includes(name));
  return [
    ...rooms.map((room) => [room, linesIn(room)]),
    [folder, beside.reduce((sum, file) => sum + linesIn(file), 0)],
  ];
}

/** Prints the lines of each room beside its budget. Returns false if a room is above its budget. */
export function checkLines() {
  const allowed = JSON.parse(readFileSync('test/lines.json', 'utf8'));
  const product = ['client', 'server', 'shared'].flatMap(roomsOf).filter(([, lines]) => lines > 0);
  const total = product.reduce((sum, [, lines]) => sum + lines, 0);
  const rows = [...product, ['product', total], ['tests', linesIn('test')], ['scripts', linesIn('scripts')]];
  let isWithin = true;
  for (const [name, lines] of rows) {
    const most = allowed[name] ?? 0;
    if (lines > most) isWithin = false;
    console.log(
      `${name.padEnd(20)}${String(lines).padStart(7)} of ${String(most).padStart(6)}${lines > most ? '  TOO MANY' : ''}`,
    );
  }
  if (!isWithin) console.log('Delete, or raise test/lines.json and say in the commit what a user gets for it.');
  return isWithin;
}
