import type { Disposable } from '../../src-main/base/disposable.ts';
import type { Screen } from '../../src-main/runtimes/runtime.ts';
import { privateTmux } from './private-tmux.ts';
import { describeProcess, processesWith } from './processes.ts';
import { waitUntil } from './wait-until.ts';

export interface AgentPane extends Disposable {
  readonly socket: string;
  screen(): Promise<Screen>;
  /** The text of the screen and of what has scrolled off it; when a program ends, its first row scrolls off. */
  scrollback(): Promise<string>;
  /** Presses keys by tmux's names for them. */
  press(...keys: string[]): Promise<void>;
  /** Types text as a person does, without Enter. */
  type(text: string): Promise<void>;
  /** Pastes text as a whole, line breaks included, without Enter. */
  paste(text: string): Promise<void>;
  /** Reminds tmux to look after its children; see `PrivateTmux`. */
  remind(): Promise<void>;
  /** Waits until the screen's text matches, and returns it. */
  until(what: string, pattern: RegExp): Promise<string>;
  /** Ends the pane and all that ran in it. Throws when something outlived it and had to be killed. */
  dispose(): Promise<void>;
}

export interface AgentPaneOptions {
  readonly program: string;
  readonly arguments?: readonly string[];
  /** The whole environment of the program, but for what tmux adds. */
  readonly environment: Readonly<Record<string, string>>;
  readonly dir: string;
  readonly columns?: number;
  readonly rows?: number;
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

const plain = /\u001B\[[0-9;:]*m/g;

/** Runs one program in a private tmux server, as the pane's own process. */
export async function openAgentPane(options: AgentPaneOptions): Promise<AgentPane> {
  const tmux = privateTmux();
  const assignments = Object.entries(options.environment).map(([name, value]) => `${name}=${value}`);
  const words = [options.program, ...(options.arguments ?? [])];
  const command = `exec env -i TMUX="$TMUX" TMUX_PANE="$TMUX_PANE" ${[...assignments, ...words].map(quoted).join(' ')}`;
  const size = ['-x', String(options.columns ?? 120), '-y', String(options.rows ?? 40)];
  // A program that ended stays on screen with its status.
  const keep = ['start-server', ';', 'set-option', '-g', 'remain-on-exit', 'on', ';'];
  await tmux.run(...keep, 'new-session', '-d', '-s', 'agent', ...size, '-c', options.dir, command);

  const target = ['-t', '=agent:'];
  const screen = async (): Promise<Screen> => {
    const format =
      '#{cursor_x} #{cursor_y} #{cursor_flag} #{pane_width} #{pane_height} #{alternate_on} #{pane_title}';
    const facts = await tmux.run('display-message', '-p', ...target, format);
    const [column, row, visible, columns, rows, alternate, ...title] = facts.split(' ');
    const styled = (await tmux.run('capture-pane', '-p', '-e', ...target)).split('\n');
    return {
      styled,
      lines: styled.map((line) => line.replace(plain, '').trimEnd()),
      title: title.join(' '),
      cursor: { column: Number(column), row: Number(row), visible: visible === '1' },
      columns: Number(columns),
      rows: Number(rows),
      alternate: alternate === '1',
    };
  };

  return {
    socket: tmux.socket,
    screen,
    remind: () => tmux.remind(),
    scrollback: () => tmux.run('capture-pane', '-p', '-S', '-', ...target),
    press: async (...keys) => void (await tmux.run('send-keys', ...target, ...keys)),
    type: async (text) => void (await tmux.run('send-keys', ...target, '-l', '--', text)),
    paste: async (text) => {
      await tmux.run('set-buffer', '-b', 'paste', '--', text);
      await tmux.run('paste-buffer', '-p', '-d', '-b', 'paste', ...target);
    },
    until: (what, pattern) =>
      waitUntil(
        what,
        async () => {
          // A program that has ended is shown as such only once tmux has looked.
          await tmux.remind();
          return (await screen()).lines.join('\n');
        },
        (text) => pattern.test(text),
        { within: 20_000, every: 50 },
      ),
    dispose: async () => {
      const survivors = [...(await tmux.end())];
      const home = options.environment['HOME'];
      const left = (): readonly number[] => (home === undefined ? [] : processesWith('HOME', home));
      await waitUntil('all that ran with this HOME is gone', left, (pids) => pids.length === 0, {
        within: 5_000,
      }).catch(() => undefined);
      for (const pid of left()) {
        survivors.push(describeProcess(pid));
        process.kill(pid, 'SIGKILL');
      }
      if (survivors.length > 0) throw new Error(`Outlived its pane and was killed:\n${survivors.join('\n')}`);
    },
  };
}
