import { microsoft365 } from '../../shared/hosting/microsoft365.ts';
import { HostingPage } from '../hosting/HostingPage.tsx';

export function Page() {
  return <HostingPage family={microsoft365} />;
}
