const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/gu;
const invisible =
  /[\u00AD\u034F\u061C\u115F\u1160\u180E\u200B\u200C\u200E\u200F\u2028-\u202E\u2060-\u2069\u2800\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu;
/** A joiner between two pictures makes one of them; anywhere else it only hides. */
const strayJoiner =
  /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D|\u200D(?!\p{Extended_Pictographic})/gu;

/**
 * Text of an agent made fit to be shown outside of its terminal: control characters are taken out, invisible
 * ones and those that turn the direction of writing are shown as `U+202E`. Line breaks and tabs stay.
 */
export function plainText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(controls, '')
    .replace(invisible, spelledOut)
    .replace(strayJoiner, spelledOut);
}

function spelledOut(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** `plainText` on one line, at most `limit` characters, cut with `…`. */
export function plainLine(text: string, limit: number): string {
  const line = plainText(text).replace(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length <= limit ? line : `${characters.slice(0, limit - 1).join('')}…`;
}
