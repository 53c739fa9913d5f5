import { pageMeta } from '../../shared/pageTexts.ts';
import { paths } from '../../shared/paths.ts';
import { PageHead } from '../layout/PageHead.tsx';
import { measure } from '../ui/Section.tsx';

export const Page = () => (
  <div css={measure}>
    <PageHead {...pageMeta.home} path={paths.home} />
    <h1>{pageMeta.home.title}</h1>
  </div>
);
