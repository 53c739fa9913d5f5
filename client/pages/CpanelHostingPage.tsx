import { cpanelHosting } from '../../shared/hosting/cpanelHosting.ts';
import { HostingPage } from '../hosting/HostingPage.tsx';

export const Page = () => <HostingPage family={cpanelHosting} />;
