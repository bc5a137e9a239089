import { shortFolder } from '../format/folder.ts';
import type { Run } from '../state/runs.ts';
import { list } from '../text/agents.ts';
import { run as text } from '../text/consent.ts';
import { Button } from './button.tsx';
import { Dock } from './dock.tsx';
import { usePanel, usePanelState } from './panel-context.ts';
import { StateGlyph } from './state-glyph.tsx';
import { Theirs } from './theirs.tsx';
import { Unstarted } from './unstarted.tsx';

/** A run outside of any agent: where it is, what it waits for, and its question. It has no terminal here. */
export function RunDetail({ run }: { readonly run: Run }) {
  const panel = usePanel();
  const home = usePanelState((state) => state.home);
  const folder = shortFolder(run.folder, home);
  return (
    <section className="detail unstarted-detail" aria-label={text.name(run.name)}>
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
        <StateGlyph glyph={run.askedAt === null ? 'idle' : 'needs'} />
        <div className="head-words">
          <h1>{text.name(run.name)}</h1>
          <div className="meta cut" title={run.folder}>
            <Theirs text={run.program === null ? folder : `${folder} · ${run.program}`} />
          </div>
        </div>
      </div>
      <div className="detail-panel">
        <Unstarted asker={run.id} wanting="run" />
      </div>
      <Dock asker={run.id} />
    </section>
  );
}
