import { plainText } from '../../base/plain-text.ts';
import type { QuestionSubject } from '../../contract/question.ts';
import type { Dialog, Screen, ScreenReading } from '../runtime.ts';
import { type Frame, frameAtCursor } from './frame.ts';

/** What a pane with the practice agent says. Its frames span the screen, so a cut one shows. */
export function observe(screen: Screen): ScreenReading {
  const frame = screen.alternate ? frameAtCursor(screen) : null;
  if (frame === null) {
    return { ...nothing, says: 'no input box and no dialog of the practice agent' };
  }
  const input = /^>(?: (.*))?$/.exec(frame.rows[0] ?? '');
  if (frame.title === '' && frame.rows.length === 1 && input !== null) {
    return {
      ...boxState(screen, frame),
      dialog: null,
      input: (input[1] ?? '').trim() === '' ? 'empty' : 'draft',
    };
  }
  const dialog = dialogOf(frame);
  if (dialog === null) return { ...nothing, says: 'a frame that is not known' };
  return {
    state: 'waiting_for_human',
    reason: dialog.kind === 'question' ? 'question' : 'permission',
    says: `dialog "${frame.title}"`,
    source: 'screen',
    dialog,
    input: 'none',
  };
}

const nothing = { state: null, reason: null, source: 'screen', dialog: null, input: 'none' } as const;

function boxState(screen: Screen, frame: Frame): Pick<ScreenReading, 'state' | 'reason' | 'says' | 'source'> {
  if ((screen.lines[frame.top - 1] ?? '').startsWith('● ')) {
    return {
      state: 'busy',
      reason: null,
      says: 'the row above the input box says what runs',
      source: 'screen',
    };
  }
  if (screen.title.startsWith('◆ ')) {
    return { state: 'busy', reason: null, says: 'the sign in the title', source: 'title' };
  }
  return { state: 'idle', reason: null, says: 'input box, nothing at work', source: 'screen' };
}

const hint = 'Press the digit, or Enter on the marked line · Esc for No';
const kinds: Readonly<Record<string, { tool: string; question: string | null }>> = {
  'Run a command': { tool: 'Run', question: 'Do you want to run this command?' },
  'Create a file': { tool: 'Write', question: 'Do you want to write this file?' },
  'Replace a file': { tool: 'Write', question: 'Do you want to write this file?' },
  'A question': { tool: 'Choice', question: null },
};

function dialogOf(frame: Frame): Dialog | null {
  const kind = Object.hasOwn(kinds, frame.title) ? kinds[frame.title] : undefined;
  const { rows } = frame;
  const hintAt = rows.lastIndexOf('');
  const isHinted =
    rows
      .slice(hintAt + 1)
      .join('')
      .replaceAll(' ', '') === hint.replaceAll(' ', '');
  let first = hintAt;
  while (first > 0 && /^[❯ ] \d\. \S/.test(rows[first - 1] ?? '')) first -= 1;
  const options = rows.slice(first, hintAt);
  const questionAt = rows.lastIndexOf('', first - 1) + 1;
  const question = rows.slice(questionAt, first).join('');
  const isMarked =
    frame.cursor >= first && frame.cursor < hintAt && options[frame.cursor - first]?.startsWith('❯');
  const isNumbered = options.every((option, index) => option.slice(2).startsWith(`${index + 1}. `));
  if (kind === undefined || !isHinted || isMarked !== true || options.length < 2 || !isNumbered) return null;
  const labels = options.map((option) => option.replace(/^[❯ ] \d\. /, ''));
  const about = rows.slice(1, questionAt - 1).map((row) => row.slice(2));
  if (kind.question === null) {
    return {
      kind: 'question',
      tool: kind.tool,
      subject: {
        form: 'choice',
        text: plainText(question),
        options: labels.map((label) => plainText(label)),
      },
      rows,
      keys: { deny: 'Escape' },
      limit: 'The agent asks for a choice. Choose in the terminal.',
    };
  }
  const isPlain = labels.length === 2 && labels[0] === 'Yes' && labels[1] === 'No';
  if (!isPlain || question.replaceAll(' ', '') !== kind.question.replaceAll(' ', '')) return null;
  const isFirst = frame.cursor === first;
  return {
    kind: 'permission',
    tool: kind.tool,
    subject: subjectOf(frame, about),
    rows,
    keys: isFirst ? { allow: '1', deny: 'Escape' } : { deny: 'Escape' },
    limit: isFirst ? null : 'Another line than "Yes" is marked: someone is answering in the terminal.',
  };
}

function subjectOf(frame: Frame, about: readonly string[]): QuestionSubject {
  if (frame.title === 'Run a command')
    return { form: 'command', command: plainText(about.join('')), description: null };
  const blank = about.indexOf('');
  return {
    form: 'edit',
    path: plainText(about.slice(0, blank).join('')),
    change: frame.title === 'Create a file' ? 'created' : 'changed',
    lines: [
      {
        sign: '+',
        number: 1,
        text: plainText(
          about
            .slice(blank + 1)
            .join('')
            .replace(/^1 \+ /, ''),
        ),
      },
    ],
  };
}
