import { lazyWithPreload, untilLoaded } from '../ui/loading.ts';

/** Milliseconds after which the reporter loads even without an error. */
const reporterDelay = 4_000;

/** Reports errors from now on. The reporter loads at the first error, or after `reporterDelay`. */
export function watchPage(sentryDsn: string | undefined): void {
  const reporter = lazyWithPreload(() =>
    import(/* webpackChunkName: "reporting" */ './reporter.ts').then(({ startReporter }) => startReporter(sentryDsn)),
  );
  const report = (event: Event) =>
    void reporter
      .preload()
      .then((reportEvent) => reportEvent(event))
      .catch(() => {});

  for (const type of ['error', 'unhandledrejection', 'securitypolicyviolation']) addEventListener(type, report);
  setTimeout(() => void untilLoaded(reporter.preload), reporterDelay);
}
