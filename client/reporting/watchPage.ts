/** Milliseconds after which the reporter loads even without an error. */
const reporterDelay = 4_000;

/** Reports errors from now on. The reporter loads at the first error, or after `reporterDelay`. */
export function watchPage(sentryDsn: string | undefined): void {
  let loading: Promise<(event: Event) => void> | undefined;
  const load = () => {
    loading ??= import(/* webpackChunkName: "reporting" */ './reporter.ts').then(({ startReporter }) =>
      startReporter(sentryDsn),
    );
    return loading;
  };
  const report = (event: Event) =>
    void load()
      .then((reportEvent) => reportEvent(event))
      .catch(() => {});

  for (const type of ['error', 'unhandledrejection', 'securitypolicyviolation']) addEventListener(type, report);
  setTimeout(() => load().catch(() => {}), reporterDelay);
}
