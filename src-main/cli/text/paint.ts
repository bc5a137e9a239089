/** The few looks that a text can have. */
export type Look = 'strong' | 'dim' | 'good' | 'warning' | 'bad';

/** Gives a text a look, or returns it as it is where no colours are wanted. */
export type Paint = (look: Look, text: string) => string;

const codes: Readonly<Record<Look, readonly [number, number]>> = {
  strong: [1, 22],
  dim: [2, 22],
  good: [32, 39],
  warning: [33, 39],
  bad: [31, 39],
};

/** @param coloured whether looks are shown at all */
export function painter(coloured: boolean): Paint {
  if (!coloured) return (_, text) => text;
  return (look, text) => {
    const [on, off] = codes[look];
    return text === '' ? '' : `\u001B[${on}m${text}\u001B[${off}m`;
  };
}
