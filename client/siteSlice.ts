/** What the server's configuration decides about the pages. It never changes in a browser. */
export type SiteState = {
  readonly publicOrigin: string;
  readonly remoteSupportUrl: string;
  /** The live chat's frame; without one its button leads to the messaging service. */
  readonly chatFrame?: { readonly src: string; readonly sandbox: string };
  /** Set: hCaptcha is the contact form's captcha; else it is the proof of work. */
  readonly hCaptchaSiteKey?: string;
  /** Set: errors and traces also go to this project of Sentry's. */
  readonly sentryDsn?: string;
};

const initialState: SiteState = { publicOrigin: '', remoteSupportUrl: '' };

export function siteReducer(state = initialState): SiteState {
  return state;
}
