import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { directoryUntilEnd } from '../helpers/untilEnd.ts';

const deploy = path.resolve(import.meta.dirname, '../../deploy');
const isPresent = spawnSync('systemd-analyze', ['--version']).status === 0;
const testUnits = isPresent ? test : test.skip;
const skipped = isPresent ? '' : ' (skipped: apt-get install systemd)';
const units = ['website.service', 'website.socket', 'website-backup.service', 'website-backup.timer'];
const services = units.filter((unit) => unit.endsWith('.service'));

function analyze(...parameters: string[]) {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', parameters, { encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

testUnits(`systemd-analyze verify has nothing to say about the units${skipped}`, () => {
  const folder = directoryUntilEnd();
  // A machine that runs tests has no /srv/website. So the copies of the units name the programs of this repository.
  for (const unit of units) {
    const text = readFileSync(path.join(deploy, unit), 'utf8');
    const here = text.replace(/(?<=^ExecStart=)\/srv\/website\/current/m, path.dirname(deploy));
    writeFileSync(path.join(folder, unit), here);
  }
  expect(analyze('verify', ...units.map((unit) => path.join(folder, unit)))).toEqual({ status: 0, output: '' });
});

testUnits.each(services)(`systemd-analyze security rates %s below 2.0${skipped}`, (unit) => {
  const { status, output } = analyze('security', '--offline=true', '--threshold=19', path.join(deploy, unit));
  expect({ status, output }).toEqual({ status: 0, output: expect.stringMatching(/exposure level for .*: [01][.]\d/) });
});
