import { plainLine } from '../../base/plain-text.ts';
import type { Question, QuestionSubject } from '../../contract/question.ts';
import { age } from './age.ts';
import { indented } from './lines.ts';
import type { Look, Paint } from './paint.ts';

const signs: Readonly<Record<'+' | '-' | ' ', Look>> = { '+': 'good', '-': 'bad', ' ': 'dim' };

function subjectText(subject: QuestionSubject, paint: Paint): string {
  switch (subject.form) {
    case 'command':
      return [paint('strong', subject.command), subject.description ?? ''].filter(Boolean).join('\n');
    case 'edit':
      return [
        `${paint('strong', subject.path)} (${subject.change})`,
        ...subject.lines.map(({ sign, number, text }) =>
          paint(signs[sign], `${String(number ?? '').padStart(5)} ${sign} ${text}`),
        ),
      ].join('\n');
    case 'fetch':
      return paint('strong', subject.address);
    case 'choice':
      return [subject.text, ...subject.options.map((option, index) => `${index + 1}. ${option}`)].join('\n');
    case 'plan':
      return subject.markdown;
    case 'other':
      return subject.text;
  }
}

const asks: Readonly<Record<QuestionSubject['form'], string>> = {
  command: 'asks to run',
  edit: 'asks to write',
  fetch: 'asks to fetch',
  choice: 'asks',
  plan: 'has a plan',
  other: 'asks',
};

/** What an agent asks, whole: who, what, where, and since when. */
export function questionText(question: Question, paint: Paint, now: number): string {
  const tool = question.tool === null ? '' : ` (${plainLine(question.tool, 100)})`;
  return [
    `${paint('warning', question.agent)} ${asks[question.subject.form]}${tool}, ${age(question.askedAt, now)} ago:`,
    indented(subjectText(question.subject, paint)),
    `in ${plainLine(question.folder, 4096)}`,
  ].join('\n');
}

/** How a person answers it from here, one line. */
export function howToAnswer({ agent, answers, limit }: Question): string {
  const commands = answers.map(
    (answer) => `backbone agent ${answer === 'allow' ? 'approve' : 'deny'} ${agent}`,
  );
  const why = limit === null ? '' : ` (${limit})`;
  const here = commands.length === 0 ? '' : `${commands.join('  or  ')}, or `;
  return `Answer: ${here}in the terminal: backbone agent attach ${agent}${why}`;
}
