import type { ReactNode } from 'react';

const drawings = {
  plus: <path d="M8 3v10M3 8h10" />,
  x: <path d="m4 4 8 8m0-8-8 8" />,
  check: <path d="m3 8.5 3.25 3.25L13 4.75" />,
  term: (
    <>
      <rect x="1.75" y="2.75" width="12.5" height="10.5" rx="1.25" />
      <path d="m4.5 6 2 2-2 2M8.5 10.5h3" />
    </>
  ),
  eye: (
    <>
      <path d="M1.75 8S4 3.75 8 3.75 14.25 8 14.25 8 12 12.25 8 12.25 1.75 8 1.75 8Z" />
      <circle cx="8" cy="8" r="1.75" />
    </>
  ),
  warn: <path d="M8 2.25 14.25 13H1.75L8 2.25ZM8 6.5v3M8 11.2v.1" />,
  folder: <path d="M1.75 12.25v-8.5h4l1.5 2h7v6.5a.75.75 0 0 1-.75.75h-11a.75.75 0 0 1-.75-.75Z" />,
  file: <path d="M3.75 1.75h5.5l3 3v9.5h-8.5Zm5.5 0v3h3" />,
  list: <path d="M6 4h7.25M6 8h7.25M6 12h7.25M2.75 4h.5M2.75 8h.5M2.75 12h.5" />,
  ask: <path d="M2.25 3.25h11.5v8h-6l-3 2.5v-2.5h-2.5Z" />,
  stop: <rect x="3.75" y="3.75" width="8.5" height="8.5" rx="1" />,
  play: <path d="m4.75 3 8 5-8 5Z" />,
  left: <path d="m9.75 3.5-4.5 4.5 4.5 4.5" />,
  right: <path d="m6.25 3.5 4.5 4.5-4.5 4.5" />,
  plug: <path d="M5.5 2v3.25M10.5 2v3.25M3.75 5.25h8.5V7.5a4.25 4.25 0 0 1-8.5 0ZM8 11.75V14" />,
  copy: (
    <>
      <rect x="5.25" y="5.25" width="8.5" height="8.5" rx="1" />
      <path d="M10.75 5.25v-3h-8.5v8.5h3" />
    </>
  ),
  out: <path d="M6.5 3.25h-3.25v9.5h9.5V9.5M9.25 2.75h4v4M13 3 7.5 8.5" />,
  down: <path d="m3.5 6.25 4.5 4.5 4.5-4.5" />,
  save: <path d="M8 2.25v7.5m-3-3 3 3 3-3M2.75 11.5v2.25h10.5V11.5" />,
  link: (
    <>
      <rect x="1.75" y="5.5" width="7" height="5" rx="2.5" />
      <rect x="7.25" y="5.5" width="7" height="5" rx="2.5" />
    </>
  ),
  key: (
    <>
      <circle cx="5" cy="11" r="2.75" />
      <path d="m7 9 6-6m-2.5 2.5 2 2M8.9 7.1l1.5 1.5" />
    </>
  ),
  lock: (
    <>
      <rect x="3.25" y="7" width="9.5" height="6.25" rx="1" />
      <path d="M5.25 7V5a2.75 2.75 0 0 1 5.5 0v2" />
    </>
  ),
  gear: (
    <>
      <path d="M2.5 4.5h6m3 0h2M2.5 11.5h2m3 0h6" />
      <circle cx="10" cy="4.5" r="1.5" />
      <circle cx="6" cy="11.5" r="1.5" />
    </>
  ),
  clock: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M8 4.75V8l2.25 1.5" />
    </>
  ),
  chip: (
    <>
      <rect x="4.25" y="4.25" width="7.5" height="7.5" rx="1" />
      <path d="M6.5 4.25v-2m3 2v-2m-3 11.5v-2m3 2v-2M4.25 6.5h-2m2 3h-2m11.5-3h-2m2 3h-2" />
    </>
  ),
  undo: <path d="M3 7.25h7a3.25 3.25 0 0 1 0 6.5H6.5M6 4 2.75 7.25 6 10.5" />,
} as const satisfies Record<string, ReactNode>;

export type IconName = keyof typeof drawings;

/** A drawing beside words; it says nothing to screen readers. */
export function Icon({ name, small = false }: { readonly name: IconName; readonly small?: boolean }) {
  return (
    <svg className={small ? 'icon small' : 'icon'} viewBox="0 0 16 16" aria-hidden="true">
      {drawings[name]}
    </svg>
  );
}

/** The mark: a spine with four ribs. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 20 20" role="img" aria-label="Backbone">
      <path d="M10 1v18M4 4h12M2.5 8h15M2.5 12h15M4 16h12" />
    </svg>
  );
}
