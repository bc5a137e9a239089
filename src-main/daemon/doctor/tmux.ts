import { tmuxVersion } from '../../tmux/program.ts';
import type { Examination } from './examination.ts';

export const checkTmux: Examination = async (_folders, environment) => [
  { name: 'tmux', result: 'ok', says: `Version ${await tmuxVersion(environment)}.`, mend: null },
];
