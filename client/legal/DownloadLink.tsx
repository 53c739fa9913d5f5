import { css } from '@emotion/react';
import { FileDown } from 'lucide';
import { type MouseEvent, useState } from 'react';
import { downloadStarted, messages } from '../../shared/messages.ts';
import { legalTexts } from '../../shared/pages/legal.ts';
import { documentPath } from '../../shared/paths.ts';
import { toastRaised } from '../events/events.ts';
import { useAppDispatch } from '../hooks.ts';
import { buttonStyles, Spinner } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';

/** The box of the icon or the spinner. Its size is fixed, so that the spinner causes no layout shift. */
const sign = css({ display: 'grid', placeItems: 'center', width: '1.25rem', height: '1.25rem' });

/** Milliseconds before the object URL is revoked. This time is long, because Safari reads the URL long after the click. */
const revokeDelay = 60_000;

function save(content: Blob, filename: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = filename;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), revokeDelay);
}

type DownloadLinkProps = { readonly id: string; readonly describedBy?: string };

/** A link to the PDF of a legal document. With JavaScript, a toast reports success or failure. */
export function DownloadLink({ id, describedBy }: DownloadLinkProps) {
  const dispatch = useAppDispatch();
  const [isBusy, setBusy] = useState(false);
  const filename = `${id}.pdf`;
  const address = documentPath(filename);

  const download = async (event: MouseEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    try {
      const response = await fetch(address);
      if (!response.ok) throw new Error(`${address}: ${response.status}`);
      dispatch(toastRaised(downloadStarted(filename)));
      save(await response.blob(), filename);
    } catch (error) {
      console.error('Failed to download document:', error);
      dispatch(toastRaised(messages.downloadFailed));
    } finally {
      setBusy(false);
    }
  };

  return (
    <a
      css={buttonStyles('outline')}
      className="no-print"
      href={address}
      download={filename}
      onClick={download}
      aria-describedby={describedBy}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
    >
      <span css={sign}>{isBusy ? <Spinner /> : <Icon icon={FileDown} />}</span>
      <span>{legalTexts.download}</span>
    </a>
  );
}
