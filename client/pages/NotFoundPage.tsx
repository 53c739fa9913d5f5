import { pageMeta } from '../../shared/pageTexts.ts';

import { PageHead } from '../layout/PageHead.tsx';
import { measure } from '../ui/Section.tsx';

export const Page = () => (
  <div css={measure}>
    <PageHead {...pageMeta.notFound} />
    <h1>{pageMeta.notFound.title}</h1>
  </div>
);
