import type { SiteState } from '../../client/siteSlice.ts';
import type { Config } from '../config/config.ts';
import { chatFrame } from './chat.ts';

type SiteStateConfig = Pick<
  Config['http'],
  'publicOrigin' | 'remoteSupportUrl' | 'chatWidgetSource' | 'chatOrigin' | 'sentryDsn'
>;

/** The part of the page state that comes from the configuration. */
export function siteState(config: SiteStateConfig, hCaptchaSiteKey: string | undefined): SiteState {
  const { publicOrigin, remoteSupportUrl, chatWidgetSource, sentryDsn } = config;
  return {
    publicOrigin,
    remoteSupportUrl,
    ...(chatWidgetSource ? { chatFrame: chatFrame(config) } : {}),
    ...(hCaptchaSiteKey ? { hCaptchaSiteKey } : {}),
    ...(sentryDsn ? { sentryDsn } : {}),
  };
}
