const every = 1000;

/** In development only: looks whether the page has changed on the server, and then loads it anew. */
export function reloadOnChange(): void {
  let known: string | null = null;
  setInterval(async () => {
    const answer = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
    const tag = answer?.headers.get('etag') ?? known;
    if (known !== null && tag !== known) location.reload();
    known = tag;
  }, every);
}
