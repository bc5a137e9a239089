/** How characters are drawn from some place on: attributes and colours, as SGR sequences set them. */
export class Pen {
  readonly #attributes = new Set<string>();
  #foreground = '';
  #background = '';
  #underline = '';

  /** Takes in the parameters of one sequence, such as `1;38;5;12`. */
  apply(parameters: string): void {
    const codes = parameters.split(';');
    for (let at = 0; at < codes.length; at += 1) {
      const code = codes[at] ?? '';
      const number = code === '' ? 0 : Number.parseInt(code, 10);
      if (number === 38 || number === 48 || number === 58) {
        const size = code.includes(':') ? 1 : codes[at + 1] === '2' ? 5 : 3;
        this.#colour(number, codes.slice(at, at + size).join(';'));
        at += size - 1;
      } else this.#plain(number, code);
    }
  }

  /** The sequence that makes a fresh pen into this one; it resets first. */
  toString(): string {
    const codes = [...this.#attributes, this.#foreground, this.#background, this.#underline];
    return `\u001b[${['0', ...codes.filter((code) => code !== '')].join(';')}m`;
  }

  #plain(number: number, code: string): void {
    if (number === 0) this.#reset();
    else if (number === 22) this.#without('1', '2');
    else if (number === 24) this.#without('4', '21');
    else if (number === 39) this.#foreground = '';
    else if (number === 49) this.#background = '';
    else if (number === 59) this.#underline = '';
    else if (number === 55) this.#without('53');
    else if (number >= 23 && number <= 29) this.#without(String(number - 20));
    else if ((number >= 30 && number <= 37) || (number >= 90 && number <= 97)) this.#foreground = code;
    else if ((number >= 40 && number <= 47) || (number >= 100 && number <= 107)) this.#background = code;
    else if (number < 10 || number === 21 || number === 53) {
      this.#without(String(number));
      this.#attributes.add(code);
    }
  }

  #colour(kind: number, code: string): void {
    if (kind === 38) this.#foreground = code;
    else if (kind === 48) this.#background = code;
    else this.#underline = code;
  }

  #without(...numbers: readonly string[]): void {
    for (const code of this.#attributes) {
      const [number = ''] = code.split(':');
      if (numbers.includes(number)) this.#attributes.delete(code);
    }
  }

  #reset(): void {
    this.#attributes.clear();
    this.#foreground = '';
    this.#background = '';
    this.#underline = '';
  }
}
