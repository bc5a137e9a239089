/** Movement, erasing, scrolling, colours, tabs, saved cursor: finals that change nothing but the picture. */
const plainFinals = new Set('@ABCDEFGHIJKLMPSTXZ`abdefgmrsu');
/**
 * Modes of the picture. Left out are those that make a terminal send something (mouse, focus, paste marks,
 * reports) or change its width.
 */
const privateModes = new Set([1, 5, 6, 7, 12, 25, 45, 47, 1047, 1048, 1049, 2026]);
const insertMode = 4;
/** Larger than any screen. A terminal that is told to repeat a character 2^31 times would try to. */
const largest = 9999;

const form = /^([<=>?]?)([0-9:;]*)([ -/]*)([@-~])$/;

/**
 * What a viewer may get of the control sequence `ESC [` `body`.
 * @param body ASCII, its final character last
 * @returns the body to send, which may be a part; null when nothing of it may pass
 */
export function permittedSequence(body: string): string | null {
  const [, prefix = '', parameters = '', intermediates = '', final = ''] = form.exec(body) ?? [];
  const bounded = parameters.replace(/\d{5,}/g, String(largest));
  const kind = prefix + intermediates;
  if (kind === '' && plainFinals.has(final)) return bounded + final;
  if (kind === '?' && (final === 'J' || final === 'K')) return `?${bounded}${final}`;
  if (final === 'h' || final === 'l') {
    const modes = bounded.split(';').filter((mode) => {
      if (mode === '') return false;
      return kind === '?' ? privateModes.has(Number(mode)) : kind === '' && Number(mode) === insertMode;
    });
    return modes.length === 0 ? null : `${prefix}${modes.join(';')}${final}`;
  }
  // The cursor's shape, soft reset, protected characters.
  if (['! p', '  q', '" q'].includes(`${kind} ${final}`)) return prefix + bounded + intermediates + final;
  return null;
}
