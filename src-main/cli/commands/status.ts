import type { AuditState } from '../../contract/system.ts';
import { type Definition, define } from '../define.ts';
import type { OutputOptions } from '../output.ts';
import { age, moment } from '../text/age.ts';
import { pairs } from '../text/lines.ts';

function auditText({ state, records, says }: AuditState): string {
  return says === null ? `${state}, records: ${records}` : `${state.toUpperCase()}: ${says}`;
}

export const status: Definition = (parent, { call, output }) => {
  define(parent, 'status', 'Shows the daemon, tmux and the agents at a glance.').action(
    async (options: OutputOptions) => {
      const now = await call('system.status', {});
      const { agents, tmux } = now;
      await output.result(options, now, (paint) =>
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
        ]),
      );
    },
  );
};
