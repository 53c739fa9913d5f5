import { expect, jest, test } from '@jest/globals';
import * as actual from '../../shared/company.ts';

/** The site's styles and the home page's sharing picture, for a company that shows the tower or does not. */
async function drawn(showsTower: boolean): Promise<{ readonly styles: string; readonly shared: string }> {
  jest.resetModules();
  jest.unstable_mockModule('../../shared/company.ts', () => ({
    ...actual,
    company: { ...actual.company, showsTower },
  }));
  // The font is a file of the build.
  jest.unstable_mockModule('../../client/early/headingFace.ts', () => ({ headingFace: {} }));
  const [{ globalStyles }, { layoutPicture }] = await Promise.all([
    import('../../client/theme/globalStyles.ts'),
    import('../../scripts/sharePictures/layoutPicture.ts'),
  ]);
  const subject = { path: '/', title: 'Title', line: 'Line', picture: 'scene-hero' };
  return { styles: globalStyles, shared: layoutPicture(subject) };
}

test("with one setting a mast stands in the place of Johannesburg's tower, on pages and in sharing pictures", async () => {
  const tower = await drawn(true);
  const mast = await drawn(false);
  expect(tower.styles).not.toContain('--tower');
  expect(mast.styles).toContain('--tower:none;--mast:inline');
  /** How many of the scenes' towers (groups) and masts (paths) a sharing picture hides. */
  const hidden = ({ shared }: typeof tower) =>
    ['g', 'path'].map((tag) => shared.match(new RegExp(`<${tag} [^>]*display="none"`, 'g'))?.length ?? 0);
  expect([hidden(tower), hidden(mast)]).toEqual([
    [0, 2],
    [2, 0],
  ]);
});
