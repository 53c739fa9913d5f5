// Each folder of tests is a project: https://jestjs.io/docs/configuration#projects-arraystring--projectconfig
import path from 'node:path';

const rootDir = path.resolve(import.meta.dirname, '..');

function project(name) {
  return {
    displayName: name,
    rootDir,
    testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
    extensionsToTreatAsEsm: ['.ts', '.tsx'],
    transform: { '\\.tsx?$': '<rootDir>/test/helpers/run/transformTypescript.mjs' },
    modulePathIgnorePatterns: ['<rootDir>/.cache/', '<rootDir>/dist/'],
  };
}

/** A project whose test files may use what `globalSetup.ts` offers to all of them, such as a browser. */
function sharingProject(name) {
  return {
    ...project(name),
    setupFiles: ['<rootDir>/test/helpers/run/defineConstants.ts'],
    globalSetup: '<rootDir>/test/helpers/run/globalSetup.ts',
    globalTeardown: '<rootDir>/test/helpers/run/globalTeardown.ts',
  };
}

export default {
  rootDir,
  // A wait within a test gives up sooner (`test/helpers/hang.ts`), and its message says more than jest's.
  testTimeout: 5 * 60_000,
  // Tests wait more than they work, so three at a time are not too many for two processors.
  maxWorkers: 3,
  projects: [project('unit'), project('integration'), ...['store', 'http', 'browser', 'long'].map(sharingProject)],
};
