// Fetches the HTML checker of the W3C for the tests where Java is present. It is no package of the project: its install
// script would download a Java, also for `npm start`.
import { execFileSync } from 'node:child_process';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const version = '26.9.27';
const home = path.resolve('.cache/html-checker');
const kept = path.join(home, version);

function hasJava() {
  try {
    execFileSync('java', ['-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Keeps the checker's jar as `.cache/html-checker/vnu.jar`, for `test/helpers/tools/htmlChecker.ts`. `installInto(folder,
 * package)` installs from npm and throws if that fails; `say(text)` prints a message.
 */
export function prepareHtmlChecker({ installInto, say }) {
  if (!hasJava()) return say('No Java was found: the test of the HTML is skipped.');
  if (existsSync(kept)) return;
  say(`Fetching vnu-jar ${version} from npm ...`);
  try {
    installInto(home, `vnu-jar@${version}`);
    renameSync(path.join(home, 'node_modules/vnu-jar/build/dist/vnu.jar'), path.join(home, 'vnu.jar'));
    rmSync(path.join(home, 'node_modules'), { recursive: true });
    writeFileSync(kept, '');
  } catch (error) {
    say(`That failed, so the test of the HTML is skipped: ${error.message}`);
  }
}
