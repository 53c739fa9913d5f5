import { pageMeta } from '../../shared/pageTexts.ts';
import { paths } from '../../shared/paths.ts';
import { PageHead } from '../layout/PageHead.tsx';
import { measure } from '../ui/Section.tsx';

export const Page = () => (
  <div css={measure}>
    <PageHead {...pageMeta.legal} path={paths.legal} />
    <h1>{pageMeta.legal.title}</h1>
  </div>
);
