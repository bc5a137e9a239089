import { useState } from 'react';
import type { RuntimeInfo } from '../../src-main/contract/runtime.ts';
import { Button } from '../components/button.tsx';
import { Icon, type IconName } from '../components/icon.tsx';
import { usePanel, usePanelState } from '../components/panel-context.ts';
import { Tag } from '../components/tag.tsx';
import { useNow } from '../components/use-now.ts';
import { agoWords } from '../format/age.ts';
import { first, practice, start } from '../text/start.ts';

/** What was found on this machine: tmux and each runtime, and how to get what is missing. */
export function WhatIsHere() {
  const panel = usePanel();
  const status = usePanelState((state) => state.status);
  const runtimes = usePanelState((state) => state.runtimes);
  const lookedAt = usePanelState((state) => state.lookedAt);
  const now = useNow(1_000);
  const [looking, setLooking] = useState(false);
  const lookAgain = async (): Promise<void> => {
    setLooking(true);
    await panel.readAll();
    setLooking(false);
  };
  return (
    <section>
      <h2>{first.here}</h2>
      <ul className="steps">
        {status !== null && <Tmux version={status.tmux.version} />}
        {runtimes?.map((runtime) => (
          <Runtime key={runtime.id} runtime={runtime} />
        ))}
      </ul>
      <div className="line">
        <Button
          icon="undo"
          words={looking ? start.looking : start.lookAgain}
          disabled={looking}
          onClick={() => void lookAgain()}
        />
        {lookedAt !== null && <span className="hint">{first.lookedAgo(agoWords(lookedAt, now))}</span>}
      </div>
    </section>
  );
}

function Tmux({ version }: { readonly version: string | null }) {
  return version === null ? (
    <Step icon="warn" tone="bad" title={first.tmuxMissing} text={first.tmuxMissingText} />
  ) : (
    <Step icon="check" tone="good" title={first.tmux(version)} text={first.tmuxText} />
  );
}

function Runtime({ runtime }: { readonly runtime: RuntimeInfo }) {
  const { installed, label, version, install } = runtime;
  const title = version === null ? label : `${label} ${version}`;
  if (!installed) {
    return (
      <Step
        icon="x"
        tone="muted"
        title={`${label}: ${start.notInstalled}`}
        text={install === null ? '' : start.howToGet(install)}
      />
    );
  }
  if (runtime.id === 'practice')
    return <Step icon="check" tone="good" title={practice.label} text={practice.text} />;
  const answers = runtime.capabilities['allow'];
  if (answers === undefined || !answers.supported) {
    return <Step icon="eye" tone="muted" title={title} text={first.noQuestions(answers?.note ?? null)} />;
  }
  const unchecked = answers.verifiedOn !== null && answers.verifiedOn !== version;
  return unchecked ? (
    <Step
      icon="warn"
      tone="muted"
      title={title}
      text={first.checkedOn(answers.verifiedOn ?? '')}
      tag={first.notChecked}
    />
  ) : (
    <Step icon="check" tone="good" title={title} text={first.answered} />
  );
}

function Step(props: {
  readonly icon: IconName;
  readonly tone: 'good' | 'bad' | 'muted';
  readonly title: string;
  readonly text: string;
  readonly tag?: string;
}) {
  const { icon, tone, title, text, tag } = props;
  return (
    <li className="step">
      <span className={tone}>
        <Icon name={icon} />
      </span>
      <b>{title}</b>
      {tag !== undefined && <Tag words={tag} />}
      {text !== '' && <span className="hint">{text}</span>}
    </li>
  );
}
