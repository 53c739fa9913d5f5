import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { readConfig } from '../../server/config/config.ts';

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
  const folder = mkdtempSync(path.join(tmpdir(), 'units-'));
  // A machine that runs tests has no /srv/website. So the copies of the units name the start script of this repository.
  for (const unit of units) {
    const text = readFileSync(path.join(deploy, unit), 'utf8');
    writeFileSync(
      path.join(folder, unit),
      text.replace('=/srv/website/current/deploy/start.sh', `=${deploy}/start.sh`),
    );
  }
  expect(analyze('verify', ...units.map((unit) => path.join(folder, unit)))).toEqual({ status: 0, output: '' });
  rmSync(folder, { recursive: true });
});

test('the server waits for the volume of its data, and would not begin an empty database under its mount point', () => {
  expect(readFileSync(path.join(deploy, 'website.service'), 'utf8')).toContain(
    '\nRequiresMountsFor=/srv/website/data\n',
  );
});

testUnits.each(services)(`systemd-analyze security rates %s below 2.0${skipped}`, (unit) => {
  const { status, output } = analyze('security', '--offline=true', '--threshold=19', path.join(deploy, unit));
  expect({ status, output }).toEqual({ status: 0, output: expect.stringMatching(/exposure level for .*: [01][.]\d/) });
});

test('the installation copies only units that are tested here', () => {
  expect(readFileSync(path.join(deploy, 'upgrade.sh'), 'utf8')).toContain(`for unit in ${units.join(' ')};`);
});

test('the nightly backup skips the database only if it is PostgreSQL', () => {
  const condition = /^ExecCondition=\/bin\/sh -c '(.+)'$/m.exec(
    readFileSync(path.join(deploy, 'website-backup.service'), 'utf8'),
  )?.[1];
  const cwd = mkdtempSync(path.join(tmpdir(), 'units-'));
  const isBackedUp = (line: string) => {
    writeFileSync(path.join(cwd, '.env'), `PORT=3000\n${line}\n`);
    return spawnSync('/bin/sh', ['-c', condition ?? ''], { cwd }).status === 0;
  };
  for (const line of ['DATABASE_URL=postgres://u@h/d', "export DATABASE_URL='postgresql://u@h/d'"])
    expect([line, isBackedUp(line)]).toEqual([line, false]);
  for (const line of ['', '#DATABASE_URL=postgres://u@h/d', 'DATABASE_URL=', 'DATABASE_URL=""', 'DATABASE_URL= # none'])
    expect([line, isBackedUp(line)]).toEqual([line, true]);
  rmSync(cwd, { recursive: true });
});

const pid = String(process.pid);

test.each([
  ['passed to this process', { LISTEN_PID: pid, LISTEN_FDS: '1' }, 3],
  ['passed to another process', { LISTEN_PID: '1', LISTEN_FDS: '1' }, undefined],
  ['none passed', { LISTEN_PID: pid, LISTEN_FDS: '0' }, undefined],
  ['no systemd', {}, undefined],
])('only a socket of systemd for this process is used: %s', (_case, environment, descriptor) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'units-'));
  expect(readConfig({ DATA_DIR: folder, ...environment }).http.socket).toBe(descriptor);
  rmSync(folder, { recursive: true });
});
