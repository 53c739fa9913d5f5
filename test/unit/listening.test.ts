import { expect, test } from '@jest/globals';
import { passedSocket } from '../../server/listening.ts';

const pid = String(process.pid);

test.each([
  ['passed to this process', { LISTEN_PID: pid, LISTEN_FDS: '1' }, 3],
  ['passed to a process above, whose environment this one inherited', { LISTEN_PID: '1', LISTEN_FDS: '1' }, undefined],
  ['none passed', { LISTEN_PID: pid, LISTEN_FDS: '0' }, undefined],
  ['no systemd', {}, undefined],
])('a socket %s', (_case, environment, descriptor) => {
  expect(passedSocket(environment)).toBe(descriptor);
});
