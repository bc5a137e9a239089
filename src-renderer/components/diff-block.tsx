import { useState } from 'react';
import type { QuestionSubject } from '../../src-main/contract/question.ts';
import { card } from '../text/questions.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { Theirs } from './theirs.tsx';

type Edit = Extract<QuestionSubject, { form: 'edit' }>;

const linesAtFirst = 12;
const kinds = { '+': 'added', '-': 'removed', ' ': '' } as const;

/** A change to a file, with signs besides the colours. */
export function DiffBlock({ edit }: { readonly edit: Edit }) {
  const [whole, setWhole] = useState(false);
  const shown = whole ? edit.lines : edit.lines.slice(0, linesAtFirst);
  const count = (sign: string): number => edit.lines.filter((line) => line.sign === sign).length;
  return (
    <div className="quote">
      <div className="diff" tabIndex={0} role="group" aria-label={edit.path}>
        <div className="diff-file">
          <Icon name="file" small />
          <span className="grow whole">
            <Theirs text={edit.path} />
          </span>
          <span className="added-count">+{count('+')}</span>
          <span className="removed-count">−{count('-')}</span>
        </div>
        <ol>
          {shown.map((line, index) => (
            // Lines of one dialog never change places.
            <li key={index} className={kinds[line.sign]}>
              <i>{line.number ?? ''}</i>
              <span>{line.sign}</span>
              <Theirs text={line.text} />
            </li>
          ))}
        </ol>
      </div>
      {edit.lines.length > linesAtFirst && (
        <Button
          kind="quiet"
          className="fold"
          words={whole ? card.showFewer : card.showAllLines(edit.lines.length)}
          aria-expanded={whole}
          onClick={() => {
            setWhole(!whole);
          }}
        />
      )}
    </div>
  );
}
