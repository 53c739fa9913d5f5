import { chatPath, endpoints, healthPath, legalPath, servicePath } from '../../../shared/paths.ts';
import { allPagePaths } from '../../pages/addresses.ts';
import { discoveryPaths } from '../../pages/discovery.ts';

/** Each of these routes stands for many paths. */
const patterns = [
  '/assets/:file',
  '/scenes/:file',
  '/documents/:file',
  '/share/:file',
  servicePath(':id'),
  legalPath(':id'),
];

const paths = [...allPagePaths, ...discoveryPaths, ...Object.values(endpoints), healthPath, chatPath];

/** The route under which a path is counted. Routes are a fixed list, so that no client can add metrics with made-up paths. */
export function routeLabelOf(path: string): string {
  const pattern = patterns.find((each) => path.startsWith(each.slice(0, each.indexOf(':'))));
  return pattern ?? (paths.includes(path) ? path : 'other');
}
