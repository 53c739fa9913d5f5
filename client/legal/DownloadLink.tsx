import { FileDown } from 'lucide';
import type { MouseEvent } from 'react';
import { downloadStarted, messages } from '../../shared/messages.ts';
import { legalTexts } from '../../shared/pages/legal.ts';
import { documentPath } from '../../shared/paths.ts';
import { useAppDispatch } from '../hooks.ts';
import { noticeRaised } from '../toasts/toastsSlice.ts';
import { buttonStyles } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';

const save = (content: Blob, filename: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = filename;
  link.click();
  // The browser has taken hold of the content by the next task.
  setTimeout(() => URL.revokeObjectURL(link.href));
};

export type DownloadLinkProps = { readonly filename: string; readonly describedBy?: string };

/** A plain link to the file; with scripts the visitor also hears whether it worked. */
export const DownloadLink = ({ filename, describedBy }: DownloadLinkProps) => {
  const dispatch = useAppDispatch();
  const address = documentPath(filename);

  const download = async (event: MouseEvent) => {
    event.preventDefault();
    try {
      const response = await fetch(address);
      if (!response.ok) throw new Error(`${address}: ${response.status}`);
      save(await response.blob(), filename);
      dispatch(noticeRaised(downloadStarted(filename)));
    } catch (error) {
      console.error('Failed to download document:', error);
      dispatch(noticeRaised(messages.downloadFailed));
    }
  };

  return (
    <a
      css={buttonStyles('outline')}
      href={address}
      download={filename}
      onClick={download}
      aria-describedby={describedBy}
    >
      <Icon icon={FileDown} />
      {legalTexts.download}
    </a>
  );
};
