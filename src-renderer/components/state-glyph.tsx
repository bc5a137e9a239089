import type { ReactNode } from 'react';
import type { Glyph } from '../state/groups.ts';
import { glyphNames } from '../text/agents.ts';

const shapes: Readonly<Record<Glyph, ReactNode>> = {
  needs: <path className="diamond" d="M8 1.75 14.25 8 8 14.25 1.75 8Z" />,
  working: (
    <>
      <path className="thick" d="M8 2.5A5.5 5.5 0 1 1 2.5 8" />
      <circle className="solid" cx="8" cy="8" r="1.75" />
    </>
  ),
  starting: <path className="medium" d="M8 13.5V4M4.25 7.5 8 3.75l3.75 3.75" />,
  idle: <circle cx="8" cy="8" r="4.5" />,
  unknown: (
    <>
      <circle className="broken" cx="8" cy="8" r="5.75" />
      <path d="M6.4 6.6A1.65 1.65 0 1 1 8 8.6M8 10.7v.1" />
    </>
  ),
  blocked: (
    <>
      <rect className="solid" x="2" y="2" width="12" height="12" rx="1.5" />
      <path className="bar" d="M5 8h6" />
    </>
  ),
  offline: <path className="medium" d="M4 8h8" />,
};

/** The state of an agent as a shape. `silent` where the word stands beside it. */
export function StateGlyph({ glyph, silent = false }: { readonly glyph: Glyph; readonly silent?: boolean }) {
  return (
    <svg
      className={`glyph glyph-${glyph}`}
      viewBox="0 0 16 16"
      {...(silent ? { 'aria-hidden': true } : { role: 'img', 'aria-label': glyphNames[glyph] })}
    >
      {shapes[glyph]}
    </svg>
  );
}
