import { useCallback, useState } from 'react';

export type Captcha = ReturnType<typeof useCaptcha>;

/** The captcha of a form: whether it has appeared, its token, whether it is in trouble, and which check (`round`) is running. */
export function useCaptcha() {
  const [state, setState] = useState({ isStarted: false, token: null as string | null, hasTrouble: false, round: 0 });
  const onToken = useCallback((token: string | null) => {
    setState((before) => ({ ...before, token, hasTrouble: before.hasTrouble && !token }));
  }, []);
  const onTrouble = useCallback(() => setState((before) => ({ ...before, hasTrouble: true })), []);
  const start = useCallback(() => setState((before) => ({ ...before, isStarted: true })), []);
  const startAgain = () => setState((before) => ({ ...before, token: null, round: before.round + 1 }));
  return { ...state, onToken, onTrouble, start, startAgain };
}
