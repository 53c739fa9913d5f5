import { FileDown } from 'lucide';
import { downloadStarted, messages } from '../../shared/messages.ts';
import { legalTexts } from '../../shared/pages/legal.ts';
import { documentPath } from '../../shared/paths.ts';
import { toastRaised } from '../actions/actions.ts';
import { useAppDispatch } from '../hooks.ts';
import { buttonStyles } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';

/** A link to the PDF of a legal document, which the browser follows. A toast says whether the file is there to be had. */
export function DownloadLink({ id, describedBy }: { readonly id: string; readonly describedBy?: string }) {
  const dispatch = useAppDispatch();
  const filename = `${id}.pdf`;
  const address = documentPath(filename);

  const announce = async () => {
    try {
      const response = await fetch(address, { method: 'HEAD' });
      if (!response.ok) throw new Error(`${address}: ${response.status}`);
      dispatch(toastRaised(downloadStarted(filename)));
    } catch (error) {
      console.error('Failed to download document:', error);
      dispatch(toastRaised(messages.downloadFailed));
    }
  };

  return (
    <a
      css={buttonStyles('outline')}
      className="no-print"
      href={address}
      download={filename}
      onClick={announce}
      aria-describedby={describedBy}
    >
      <Icon icon={FileDown} />
      {legalTexts.download}
    </a>
  );
}
