import { resellerHosting } from '../../shared/hosting/resellerHosting.ts';
import { HostingPage } from '../hosting/HostingPage.tsx';

export const Page = () => <HostingPage family={resellerHosting} />;
