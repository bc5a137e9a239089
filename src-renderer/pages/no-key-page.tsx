import { CodeLine } from '../components/code-line.tsx';
import { Mark } from '../components/icon.tsx';
import { app, noKey } from '../text/app.ts';

/** Stands where the panel has no key, or one that the daemon does not accept. */
export function NoKeyPage({ refused }: { readonly refused: boolean }) {
  return (
    <div className="app no-key">
      <header className="top">
        <Mark />
        <b>{app.name}</b>
      </header>
      <main className="page">
        <div className="page-in first">
          <h1>{refused ? noKey.refusedTitle : noKey.title}</h1>
          <p className="soft">{refused ? noKey.refusedText : noKey.text}</p>
          <p className="soft">{noKey.how}</p>
          <CodeLine code={noKey.command} />
        </div>
      </main>
    </div>
  );
}
