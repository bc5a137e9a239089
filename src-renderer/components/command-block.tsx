import { card } from '../text/questions.ts';
import { Theirs } from './theirs.tsx';

const linesInSight = 8;

/** A whole command, never cut: it wraps, and scrolls when it is long. */
export function CommandBlock({ command }: { readonly command: string }) {
  const more = command.split('\n').length - linesInSight;
  return (
    <div className="quote">
      <pre className="command" tabIndex={0} role="group" aria-label={command}>
        <span className="prompt" aria-hidden="true">
          ${' '}
        </span>
        <Theirs text={command} />
      </pre>
      {more > 0 && <span className="hint">{card.moreLines(more)}</span>}
    </div>
  );
}
