import type { Decision } from '../../src-main/contract/question.ts';
import { card, decisionNames } from '../text/questions.ts';
import { Icon } from './icon.tsx';
import { KeyCap } from './key-cap.tsx';

const caps: Readonly<Record<Decision, string>> = { allow: 'A', deny: 'D' };

/** One of the two answers. It looks dashed while it takes none, so that disabled looks the same everywhere. */
export function DecisionButton(props: {
  readonly decision: Decision;
  readonly main: boolean;
  readonly open: boolean;
  readonly pressed: boolean;
  readonly held: boolean;
  readonly picked: boolean;
  readonly cap: boolean;
  readonly onPress: () => void;
}) {
  const { decision, main, open, pressed, held, picked, cap, onPress } = props;
  const look = [
    main && (open || pressed) ? 'main' : 'plain',
    pressed ? 'pressed' : '',
    picked ? 'picked' : '',
  ];
  return (
    <button
      type="button"
      className={`button ${look.join(' ')}`}
      // Not `disabled`: the focus must not fall out of the question when its buttons close.
      aria-disabled={!open && !pressed}
      onClick={() => {
        if (open) onPress();
      }}
    >
      {held && <span className="hold" />}
      {pressed && <Icon name="check" />}
      <span>{held ? card.holding : decisionNames[decision]}</span>
      {held && <span className="hold-figure">{card.holdHint}</span>}
      {cap && <KeyCap>{caps[decision]}</KeyCap>}
    </button>
  );
}
