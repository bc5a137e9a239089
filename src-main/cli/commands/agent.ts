import { type Definition, group } from '../define.ts';
import { agentApprove, agentDeny } from './agent/answer.ts';
import { agentAttach } from './agent/attach.ts';
import { agentForget } from './agent/forget.ts';
import { agentInspect } from './agent/inspect.ts';
import { agentList } from './agent/list.ts';
import { agentRename } from './agent/rename.ts';
import { agentScreen } from './agent/screen.ts';
import { agentSet } from './agent/set.ts';
import { agentStart } from './agent/start.ts';
import { agentStop } from './agent/stop.ts';

const definitions = [
  agentStart,
  agentStop,
  agentList,
  agentInspect,
  agentScreen,
  agentAttach,
  agentApprove,
  agentDeny,
  agentSet,
  agentRename,
  agentForget,
];

export const agentCommands: Definition = (parent, context) => {
  const agent = group(parent, 'agent', 'Starts, watches, answers and stops agents.');
  for (const define of definitions) define(agent, context);
};
