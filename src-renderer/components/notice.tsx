import type { ReactNode } from 'react';
import { CodeLine } from './code-line.tsx';
import { Icon, type IconName } from './icon.tsx';

/** Something to know: what is so, what it means, and the mend as buttons. */
export function Notice(props: {
  readonly tone: 'bad' | 'warn' | 'plain' | 'good';
  readonly icon: IconName;
  readonly title: string;
  readonly text?: ReactNode;
  readonly lines?: readonly string[];
  /** A command that mends it. */
  readonly command?: string;
  /** Buttons at its right. */
  readonly children?: ReactNode;
}) {
  const { tone, icon, title, text, lines = [], command, children } = props;
  return (
    <section className={`notice ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon name={icon} />
      <div className="notice-text">
        <b>{title}</b>
        {text !== undefined && <span>{text}</span>}
        {lines.length > 0 && <pre className="notice-lines">{lines.join('\n')}</pre>}
        {command !== undefined && <CodeLine code={command} />}
      </div>
      {children !== undefined && <div className="notice-do">{children}</div>}
    </section>
  );
}
