import { useState } from 'react';
import { exactTime } from '../format/age.ts';
import { copyText } from '../terminal/copy-text.ts';
import { well } from '../text/agents.ts';
import { Button } from './button.tsx';
import type { GlassView } from './glass.tsx';
import { Icon } from './icon.tsx';

/** The line over the glass: that nothing can be typed, whether it is live, and what part of it is in sight. */
export function Bezel(props: {
  readonly view: GlassView | null;
  readonly live: boolean;
  /** When the daemon was last heard of, while it is away; null while it is there. */
  readonly lastSeen: number | null;
  readonly note?: string;
}) {
  const { view, live, lastSeen, note } = props;
  const opening = note === undefined && lastSeen === null && (view === null || view.stream === 'opening');
  return (
    <div className="bezel">
      {live || opening ? (
        <>
          <span className="read-only">
            <Icon name="eye" small />
            {well.readOnly}
          </span>
          <span>{live ? well.live : well.connecting}</span>
          <Dimensions view={view} />
          {view?.sight?.scrolledBack === true && <span className="wide2">{well.scrolledBack}</span>}
        </>
      ) : (
        <>
          <span className="not-live">
            <Icon name="plug" small />
            {well.notLive}
          </span>
          <span>{notLiveWords(view, lastSeen, note)}</span>
        </>
      )}
      <span className="grow" />
      {view !== null && view.skipped > 0 && <span>{well.skipped(Math.ceil(view.skipped / 1_024))}</span>}
      {view?.tools !== undefined && view.tools !== null && <BezelTools tools={view.tools} />}
    </div>
  );
}

function notLiveWords(view: GlassView | null, lastSeen: number | null, note: string | undefined): string {
  if (note !== undefined) return note;
  if (lastSeen !== null) return well.lastSeen(exactTime(lastSeen));
  if (view?.stream === 'failed') return well.failed;
  return view?.endedAt === undefined || view.endedAt === null ? '' : well.lastSeen(exactTime(view.endedAt));
}

/** The agent's own size, or the part of it that is in sight when not all of its columns are. */
function Dimensions({ view }: { readonly view: GlassView | null }) {
  const sight = view?.sight ?? null;
  if (sight === null) return null;
  const { columns, rows, fromColumn, toColumn } = sight;
  return toColumn - fromColumn + 1 < columns ? (
    <span>{well.columns(fromColumn, toColumn, columns)}</span>
  ) : (
    <span className="wide2">{`${columns} × ${rows}`}</span>
  );
}

function BezelTools({ tools }: { readonly tools: NonNullable<GlassView['tools']> }) {
  const [copied, setCopied] = useState(false);
  const [readOut, setReadOut] = useState(false);
  const copy = async (): Promise<void> => {
    setCopied(await copyText(tools.text()));
  };
  return (
    <>
      <Button
        kind="quiet"
        icon="ask"
        iconOnly
        words={well.readOut}
        aria-pressed={readOut}
        onClick={() => {
          tools.readOut(!readOut);
          setReadOut(!readOut);
        }}
      />
      <Button
        kind="quiet"
        icon={copied ? 'check' : 'copy'}
        iconOnly
        words={copied ? well.copied : well.copy}
        onClick={() => void copy()}
      />
    </>
  );
}
