import { company } from '../../shared/company.ts';
import { paths, sharePath } from '../../shared/paths.ts';
import { useAppSelector } from '../hooks.ts';

type PageHeadProps = {
  readonly title: string;
  readonly description: string;
  /** The path of the canonical URL; undefined if the page has no canonical URL. */
  readonly path?: string;
  /** Whether search engines may index the page. By default, they may if the page has a canonical URL. */
  readonly isIndexed?: boolean;
};

/** The metadata of one page. React moves these elements to the head: https://react.dev/reference/react-dom/components/title */
export function PageHead({ title, description, path, isIndexed = path !== undefined }: PageHeadProps) {
  const origin = useAppSelector((state) => state.site.publicOrigin);
  return (
    <>
      <title>{`${title} | ${company.name}`}</title>
      <meta name="description" content={description} />
      {isIndexed ? null : <meta name="robots" content="noindex" />}
      {path === undefined ? null : (
        <>
          <link rel="canonical" href={origin + path} />
          <meta property="og:url" content={origin + path} />
        </>
      )}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={company.name} />
      <meta property="og:title" content={`${title} | ${company.name}`} />
      <meta property="og:description" content={description} />
      <meta property="og:image" content={origin + sharePath(path ?? paths.home)} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
