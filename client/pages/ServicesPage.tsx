import { pageMeta } from '../../shared/pageTexts.ts';
import { paths } from '../../shared/paths.ts';
import { PageHead } from '../layout/PageHead.tsx';
import { measure } from '../ui/Section.tsx';

export const Page = () => (
  <div css={measure}>
    <PageHead {...pageMeta.services} path={paths.services} />
    <h1>{pageMeta.services.title}</h1>
  </div>
);
