import type { Agent } from '../../src-main/contract/agent.ts';
import { shortFolder } from '../format/folder.ts';
import { glyphOf, waitsToStart } from '../state/groups.ts';
import { list } from '../text/agents.ts';
import { unstarted } from '../text/consent.ts';
import { Button } from './button.tsx';
import { usePanel, usePanelState } from './panel-context.ts';
import { runtimeLabel } from './runtime-label.ts';
import { StateGlyph } from './state-glyph.tsx';
import { Tabs } from './tabs.tsx';

/** The detail's head: which agent this is, and what can be done with it. */
export function DetailHead({ agent }: { readonly agent: Agent }) {
  const panel = usePanel();
  const home = usePanelState((state) => state.home);
  const label = usePanelState((state) => runtimeLabel(state, agent.runtime));
  const meta = [
    shortFolder(agent.dir, home),
    [label, agent.launch?.runtimeVersion].filter(Boolean).join(' '),
    ...(agent.model === null ? [] : [agent.model]),
  ].join(' · ');
  return (
    <div className="head">
      <Button
        className="only-narrow"
        kind="quiet"
        icon="left"
        iconOnly
        words={list.back}
        onClick={() => {
          panel.backToList();
        }}
      />
      <StateGlyph glyph={glyphOf(agent)} />
      <div className="head-words">
        <h1>{agent.name}</h1>
        <div className="meta cut" title={agent.dir}>
          {meta}
        </div>
      </div>
      <Tabs />
      <RunButton agent={agent} />
    </div>
  );
}

/** Stops a running agent, after asking; gives up a start that waits; starts a stopped agent. */
function RunButton({ agent }: { readonly agent: Agent }) {
  const panel = usePanel();
  const connected = usePanelState((state) => state.connection.state === 'connected');
  const underway = usePanelState((state) => state.underway.has(agent.id));
  if (agent.reading.state === 'offline') {
    return (
      <Button
        icon="play"
        words={underway ? list.starting : list.start}
        aria-label={list.startAgain(agent.name)}
        disabled={!connected || underway}
        onClick={() => void panel.launchAgent(agent)}
      />
    );
  }
  if (waitsToStart(agent)) {
    return (
      <Button
        icon="x"
        words={unstarted.giveUp}
        aria-label={unstarted.giveUpLabel(agent.name)}
        disabled={!connected || underway}
        onClick={() => void panel.stopAgent(agent)}
      />
    );
  }
  return (
    <Button
      kind="quiet"
      icon="stop"
      words={underway ? list.stopping : list.stop}
      aria-label={list.stopLabel(agent.name)}
      disabled={!connected || underway}
      onClick={() => {
        panel.openSheet({ is: 'stop', agentId: agent.id });
      }}
    />
  );
}
