import { plainLine } from '../../base/plain-text.ts';
import type { AuditState } from '../../contract/system.ts';
import { type Definition, define } from '../define.ts';
import { folderLock } from '../folder-lock.ts';
import type { OutputOptions } from '../output.ts';
import { age, moment } from '../text/age.ts';
import { pairs } from '../text/lines.ts';

function auditText({ state, records, says }: AuditState): string {
  return says === null ? `${state}, records: ${records}` : `${state.toUpperCase()}: ${says}`;
}

export const status: Definition = (parent, context) => {
  const { call, output } = context;
  define(
    parent,
    'status',
    'Shows the daemon, tmux and the agents at a glance, and the agent.lock of this folder.',
  ).action(async (options: OutputOptions) => {
    const now = await call('system.status', {}).catch(async (error: unknown) => {
      // Without a daemon there is still a lock to tell of.
      const lock = options.json === true ? null : await folderLock(context);
      if (lock !== null) output.notice(`agent.lock: ${plainLine(lock.says, 1000)}`);
      throw error;
    });
    const { agents, tmux } = now;
    const lock = await folderLock(context);
    await output.result(options, lock === null ? now : { ...now, lock }, (paint) =>
      pairs(paint, [
        ['daemon', `version ${now.version}, pid ${now.pid}, on ${now.host}`],
        ['since', `${moment(now.startedAt)} (${age(now.startedAt, Date.now())})`],
        ['address', now.address],
        ['data', now.dataDirectory],
        ['tmux', `${tmux.version ?? 'not found'}, socket ${tmux.socket}, sessions: ${tmux.sessions}`],
        [
          'agents',
          `${agents.total}: ${agents.needsYou} need you, ${agents.working} working, ${agents.idle} idle, ${agents.offline} offline`,
        ],
        ['questions', String(now.questions)],
        ['audit log', auditText(now.audit)],
        ...(lock === null ? [] : [['agent.lock', lock.says] as const]),
      ]),
    );
  });
};
