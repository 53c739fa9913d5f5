/** Server configuration that the pages use. The configuration never changes in the browser. */
export type SiteState = {
  readonly publicOrigin: string;
  /** If absent, the company's own. */
  readonly remoteSupportUrl?: string;
  /** The live chat's iframe. If absent, the chat button links to the messaging service. */
  readonly chatFrame?: { readonly src: string; readonly sandbox: string };
  /** If set, the contact form uses hCaptcha; otherwise, proof of work. */
  readonly hCaptchaSiteKey?: string;
  /** If set, errors are sent to this Sentry project as well as to the site's server, and traces only to Sentry. */
  readonly sentryDsn?: string;
};

const initialState: SiteState = { publicOrigin: '' };

export function siteReducer(state = initialState): SiteState {
  return state;
}
