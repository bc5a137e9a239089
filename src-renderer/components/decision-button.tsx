import type { Decision } from '../../src-main/contract/question.ts';
import { card } from '../text/questions.ts';
import { Icon } from './icon.tsx';
import { KeyCap } from './key-cap.tsx';

/** What has no key of its own is reached by Tab alone. */
const caps: Readonly<Record<Decision, string | null>> = { allow: 'A', allow_always: null, deny: 'D' };

/** One of the answers. It looks dashed while it takes none, so that disabled looks the same everywhere. */
export function DecisionButton(props: {
  readonly decision: Decision;
  readonly words: string;
  /** `main`: filled, for what is ordinarily wanted; `risk`: for what can do harm. */
  readonly kind: 'main' | 'plain' | 'risk';
  readonly open: boolean;
  readonly pressed: boolean;
  readonly held: boolean;
  readonly picked: boolean;
  readonly cap: boolean;
  readonly onPress: () => void;
}) {
  const { decision, words, kind, open, pressed, held, picked, cap, onPress } = props;
  const look = [open || pressed ? kind : 'plain', pressed ? 'pressed' : '', picked ? 'picked' : ''];
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
      <span>{held ? card.holding : words}</span>
      {held && <span className="hold-figure">{card.holdHint}</span>}
      {cap && caps[decision] !== null && <KeyCap>{caps[decision]}</KeyCap>}
    </button>
  );
}
