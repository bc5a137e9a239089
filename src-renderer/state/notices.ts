/** Something the person should know that stands under the top bar until it is put away. */
export interface Notice {
  readonly id: number;
  readonly tone: 'bad' | 'warn' | 'plain' | 'good';
  readonly title: string;
  readonly text: string;
  readonly lines: readonly string[];
}

const shownAtOnce = 2;
const tones = ['bad', 'warn', 'plain', 'good'];

export function addNotice(notices: readonly Notice[], notice: Omit<Notice, 'id'>): readonly Notice[] {
  const same = notices.find((other) => other.title === notice.title && other.text === notice.text);
  const rest = notices.filter((other) => other !== same);
  return [...rest, { ...notice, id: Math.max(0, ...notices.map((other) => other.id)) + 1 }];
}

/** The notices to show, worst first and then the newest, and how many more there are. */
export function shownNotices(notices: readonly Notice[]): { shown: readonly Notice[]; more: number } {
  const sorted = [...notices].sort((a, b) => tones.indexOf(a.tone) - tones.indexOf(b.tone) || b.id - a.id);
  return { shown: sorted.slice(0, shownAtOnce), more: Math.max(0, sorted.length - shownAtOnce) };
}
