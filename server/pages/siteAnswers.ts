import path from 'node:path';
import type { Logger } from 'pino';
import type { SiteState } from '../../client/siteSlice.ts';
import { company } from '../../shared/company.ts';
import { notFoundPath } from '../../shared/paths.ts';
import type { Config } from '../config/config.ts';
import { fileMakers } from '../http/files.ts';
import { pagePolicy, securityHeaders } from '../http/securityHeaders.ts';
import { createResolve, pageAddresses } from './addresses.ts';
import { createAnswers } from './answers.ts';
import { chatFrame } from './chat.ts';
import { discoveryMakers } from './discovery.ts';
import { createMakePages, createPages } from './pages.ts';
import { createRenderer } from './renderer.ts';

export type SiteAnswersOptions = {
  readonly http: Config['http'];
  readonly hCaptchaSiteKey: string | undefined;
  /** The folder of the build. */
  readonly dist: string;
  /** If false, each request gets a new answer. */
  readonly keepsAnswers: boolean;
  readonly log: Logger;
};

/** The part of the page state that comes from the configuration. */
function siteStateOf(http: Config['http'], hCaptchaSiteKey: string | undefined): SiteState {
  const { publicOrigin, remoteSupportUrl, chatWidgetSource, sentryDsn } = http;
  return {
    publicOrigin,
    ...(remoteSupportUrl === company.remoteSupportUrl ? {} : { remoteSupportUrl }),
    ...(chatWidgetSource && { chatFrame: chatFrame(http) }),
    ...(hCaptchaSiteKey && { hCaptchaSiteKey }),
    ...(sentryDsn && { sentryDsn }),
  };
}

/** Creates the functions that decide what an address means and make its answer. */
export function createSiteAnswers({ http, hCaptchaSiteKey, dist, keepsAnswers, log }: SiteAnswersOptions) {
  const directories = {
    assets: path.join(dist, 'client', 'assets'),
    static: path.join(dist, '..', 'static'),
    documents: path.join(dist, 'documents'),
    share: path.join(dist, 'share'),
  };
  const commonHeaders = securityHeaders(http);
  const files = [...fileMakers(directories, commonHeaders), ...discoveryMakers(http.publicOrigin, commonHeaders)];
  const filePaths = files.map(([address]) => address);
  const resolve = createResolve(http.chatOrigin, filePaths);
  const renderer = createRenderer({
    program: path.join(dist, 'server', 'rendering.cjs'),
    parameters: [JSON.stringify(siteStateOf(http, hCaptchaSiteKey))],
  });
  const policyOf = pagePolicy(http, hCaptchaSiteKey !== undefined);
  const { makePage, makeOwnPage } = createMakePages(renderer, commonHeaders, policyOf);
  const readyPages = [...pageAddresses, notFoundPath].map((address) => [address, () => makePage(address)] as const);
  const answers = createAnswers({
    ready: new Map([...readyPages, ...files]),
    other: makePage,
    isKept: keepsAnswers,
    log,
  });
  const pages = createPages(answers, resolve, makeOwnPage, log);
  return { directories, resolve, renderer, pages, answers, commonHeaders };
}
