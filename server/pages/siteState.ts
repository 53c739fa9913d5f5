import type { SiteState } from '../../client/siteSlice.ts';
import type { Config } from '../config/config.ts';
import { chatFrame } from './chat.ts';

/** The part of the page state that comes from the configuration. */
export function siteState(config: Config): SiteState {
  return {
    publicOrigin: config.publicOrigin,
    remoteSupportUrl: config.remoteSupportUrl,
    ...(config.chatWidgetSource ? { chatFrame: chatFrame(config) } : {}),
    ...(config.hCaptcha ? { hCaptchaSiteKey: config.hCaptcha.siteKey } : {}),
    ...(config.sentryDsn ? { sentryDsn: config.sentryDsn } : {}),
  };
}
