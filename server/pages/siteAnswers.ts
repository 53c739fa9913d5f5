import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { type FileDirectories, fileMakers } from '../http/files.ts';
import { pagePolicy, securityHeaders } from '../http/securityHeaders.ts';
import { pagePaths } from './addresses.ts';
import { createAnswers } from './answers.ts';
import { discoveryMakers } from './discovery.ts';
import { createPages, pageMaker, pageMakers } from './pages.ts';
import { createRenderer } from './renderer.ts';
import { createResolve } from './resolve.ts';
import { siteState } from './siteState.ts';

export type SiteAnswersOptions = {
  readonly http: Config['http'];
  readonly hCaptchaSiteKey: string | undefined;
  /** The folder of the build. */
  readonly dist: string;
  /** False: every request has its answer made. */
  readonly keepsAnswers: boolean;
  readonly log: Logger;
};

/** Creates what decides what an address is, and what makes its answer. */
export function createSiteAnswers({ http, hCaptchaSiteKey, dist, keepsAnswers, log }: SiteAnswersOptions) {
  const directories: FileDirectories = {
    assets: path.join(dist, 'client', 'assets'),
    static: path.join(dist, '..', 'static'),
    documents: path.join(dist, 'documents'),
    share: path.join(dist, 'share'),
  };
  const files = [...fileMakers(directories), ...discoveryMakers(http.publicOrigin, pagePaths)];
  const resolve = createResolve(
    http,
    files.map(([address]) => address),
  );
  const renderer = createRenderer({
    program: path.join(dist, 'server', 'rendering.cjs'),
    parameters: [JSON.stringify(siteState(http, hCaptchaSiteKey))],
  });
  const policyOf = pagePolicy({ ...http, usesHCaptcha: hCaptchaSiteKey !== undefined });
  const commonHeaders = securityHeaders(http);
  const makePage = pageMaker(renderer, policyOf);
  const answers = createAnswers({
    ready: new Map([...pageMakers(makePage), ...files]),
    other: makePage,
    commonHeaders,
    isKept: keepsAnswers,
    log,
  });
  const pages = createPages({ answers, renderer, resolve, policyOf, commonHeaders, log });
  return { directories, resolve, renderer, pages, answers, commonHeaders };
}
