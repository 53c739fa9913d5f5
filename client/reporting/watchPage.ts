/** What a browser tells a page of its troubles. */
const troubles = ['error', 'unhandledrejection', 'securitypolicyviolation'] as const;

/** The reporter comes when the page has settled, or when something goes wrong. */
const settled = 4_000;

/** Notes what goes wrong from the first moment on, and hands it to the reporter once that has come. */
export function watchPage(sentryDsn: string | undefined): void {
  let early: Event[] | undefined = [];
  let report: ((event: Event) => void) | undefined;
  let begun = false;

  const load = () => {
    if (begun) return;
    begun = true;
    import(/* webpackChunkName: "reporting" */ './reporter.ts').then(
      async ({ startReporter }) => {
        report = await startReporter(sentryDsn);
        early?.forEach(report);
        early = undefined;
      },
      () => {},
    );
  };

  for (const trouble of troubles)
    addEventListener(trouble, (event) => {
      if (report) return report(event);
      early?.push(event);
      load();
    });
  setTimeout(load, settled);
}
