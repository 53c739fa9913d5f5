import { useEffect, useState } from 'react';
import type { Location } from 'react-router';
import { longWait } from '../../shared/waits.ts';
import { useHasLasted } from '../hooks.ts';
import type { LazyWithPreload } from '../ui/loading.ts';

type Attempt = {
  readonly location: Location;
  /** Whether the visitor has pressed Try Again. */
  readonly isRepeated: boolean;
};

/** The page could not be loaded in time. `isTrying`: the page is being loaded again. */
export type LoadFailure = { readonly isTrying: boolean; readonly tryAgain: () => void };

/** Whether the server answers for the browser's address with a status below 500. Otherwise, a reload would lose the shown page. */
async function doesServerRespond(): Promise<boolean> {
  const answer = await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  return answer !== undefined && answer.status < 500;
}

/** Loads the page at the router's location. Returns the last loaded location, and a failure if the next page is late. */
export function usePageLoad(
  location: Location,
  page: LazyWithPreload<unknown>,
): readonly [loaded: Location, failure: LoadFailure | undefined] {
  const [loaded, setLoaded] = useState(location);
  const [attempt, setAttempt] = useState<Attempt>({ location, isRepeated: false });
  const [failed, setFailed] = useState<Attempt>();
  if (attempt.location !== location) setAttempt({ location, isRepeated: false });
  if (loaded !== location && page.loaded()) setLoaded(location);
  const isWaiting = loaded !== location;
  const isLate = useHasLasted(isWaiting && attempt, longWait);
  const isTrying = !isLate && failed !== attempt;

  // Synchronises with the network, from which the page's script comes.
  useEffect(() => {
    if (page.loaded()) return;
    let isWanted = true;
    const loadDocument = async (error?: unknown) => {
      // Try Again has already asked the server.
      if (error && attempt.isRepeated) return;
      const isAnswered = await doesServerRespond();
      if (!isWanted) return;
      if (!isAnswered) return setFailed(attempt);
      // A new release may have replaced the page's script. The document from the server is readable without that script.
      if (error) reportError(error);
      window.location.reload();
    };
    page.preload().then(() => {
      if (isWanted) setLoaded(attempt.location);
      isWanted = false;
    }, loadDocument);
    // Try Again also loads the document: while a request for a script hangs, the browser does not request the script again.
    if (attempt.isRepeated) loadDocument();
    return () => {
      isWanted = false;
    };
  }, [attempt, page]);

  const tryAgain = () => {
    if (!isTrying) setAttempt({ location, isRepeated: true });
  };
  return [loaded, isWaiting && (attempt.isRepeated || !isTrying) ? { isTrying, tryAgain } : undefined];
}
