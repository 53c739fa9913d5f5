import { resellerHosting } from '../../shared/hosting/resellerHosting.ts';
import { HostingPage } from '../hosting/HostingPage.tsx';

export function Page() {
  return <HostingPage family={resellerHosting} />;
}
