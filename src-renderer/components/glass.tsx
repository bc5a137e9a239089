import '@xterm/xterm/css/xterm.css';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { createTerminalView, type TerminalSight, type TerminalView } from '../terminal/terminal-view.ts';
import { well } from '../text/agents.ts';
import { usePanel } from './panel-context.ts';

/** What the bezel needs to know of the glass. */
export interface GlassView {
  /** `ended`: nothing more comes; `failed`: the terminal could not be read. */
  readonly stream: 'opening' | 'live' | 'ended' | 'failed';
  readonly endedAt: number | null;
  readonly sight: TerminalSight | null;
  /** Bytes that were left out at the last new picture. */
  readonly skipped: number;
  readonly tools: Pick<TerminalView, 'text' | 'readOut'> | null;
}

const unseen: GlassView = { stream: 'opening', endedAt: null, sight: null, skipped: 0, tools: null };

const scrollKeys = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  PageUp: 'pageUp',
  PageDown: 'pageDown',
  Home: 'first',
  End: 'newest',
} as const;

function isScrollKey(key: string): key is keyof typeof scrollKeys {
  return Object.hasOwn(scrollKeys, key);
}

/** One agent's screen, live. What is drawn in it is the agent's; nothing of ours lies inside. */
export function Glass(props: {
  readonly agentName: string;
  readonly dead: boolean;
  readonly onView: (view: GlassView) => void;
}) {
  const { agentName, dead, onView } = props;
  const panel = usePanel();
  const scroller = useRef<HTMLDivElement>(null);
  const terminal = useRef<TerminalView | null>(null);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    let view = unseen;
    const show = (part: Partial<GlassView>): void => {
      view = { ...view, ...part };
      onView(view);
    };
    const made = createTerminalView(element, {
      sight: (sight) => {
        if (!sameSight(view.sight, sight)) show({ sight });
      },
      link: (address) => {
        panel.openSheet({ is: 'link', address });
      },
    });
    const watch = panel.transport.watchTerminal(agentName, (message) => {
      switch (message.event) {
        case 'terminal.snapshot': {
          const { columns, rows, data, sequence, skipped } = message.data;
          made.restart(columns, rows);
          made.draw(data, () => {
            watch.drawn(sequence);
          });
          show({ stream: 'live', skipped });
          break;
        }
        case 'terminal.output': {
          const { data, sequence } = message.data;
          made.draw(data, () => {
            watch.drawn(sequence);
          });
          break;
        }
        case 'terminal.ended':
          show({
            stream: message.data.reason === 'failed' ? 'failed' : 'ended',
            endedAt: panel.now(),
          });
          break;
      }
    });
    terminal.current = made;
    show({ tools: made });
    return () => {
      terminal.current = null;
      watch.leave();
      made.dispose();
    };
  }, [panel, agentName, onView]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isScrollKey(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    terminal.current?.scroll(scrollKeys[event.key]);
    event.preventDefault();
  };
  return (
    <div className={`glass ${dead ? 'dead' : ''}`}>
      <div
        ref={scroller}
        className="glass-scroll"
        tabIndex={0}
        role="group"
        aria-label={well.glass(agentName)}
        data-focus="glass"
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

function sameSight(a: TerminalSight | null, b: TerminalSight): boolean {
  return (
    a !== null &&
    a.columns === b.columns &&
    a.rows === b.rows &&
    a.fromColumn === b.fromColumn &&
    a.toColumn === b.toColumn &&
    a.scrolledBack === b.scrolledBack
  );
}
