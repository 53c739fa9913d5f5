const errorEvents = ['error', 'unhandledrejection', 'securitypolicyviolation'] as const;

/** Milliseconds before the reporter loads. The first error loads it earlier. */
const reporterDelay = 4_000;

/** Listens for errors from now on, and passes them to the reporter after it has loaded. */
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

  for (const type of errorEvents)
    addEventListener(type, (event) => {
      if (report) return report(event);
      early?.push(event);
      load();
    });
  setTimeout(load, reporterDelay);
}
