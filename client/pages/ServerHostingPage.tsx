import { serverHosting } from '../../shared/hosting/serverHosting.ts';
import { HostingPage } from '../hosting/HostingPage.tsx';

export const Page = () => <HostingPage family={serverHosting} />;
