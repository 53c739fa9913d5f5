import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const toolsFile = path.resolve(import.meta.dirname, '../../../.cache/tools.json');

export type DebianTool = 'caddy' | 'dovecot' | 'jq' | 'nginx' | 'postgres' | 'promtool' | 'webkit' | 'xvfb';
export type ToolName = DebianTool | 'chromium' | 'firefox' | 'htmlChecker';

/** The paths of the programs that `test/commands/prepareTools.ts` has found on this machine, or has fetched. */
export function foundTools(): { [name in ToolName]?: string } {
  return existsSync(toolsFile) ? JSON.parse(readFileSync(toolsFile, 'utf8')) : {};
}

export function findDebianTool(name: DebianTool): string | undefined {
  return foundTools()[name];
}
