/** One line of a script. Seconds may be fractions. */
export type Directive =
  | { readonly verb: 'say'; readonly text: string }
  | { readonly verb: 'slow' | 'wait' | 'cut'; readonly seconds: number }
  /** `times` null: always. */
  | { readonly verb: 'fail'; readonly status: number; readonly times: number | null }
  | ToolDirective;

/** A line that is answered with a tool call. */
export type ToolDirective =
  | { readonly verb: 'run'; readonly command: string }
  | { readonly verb: 'write'; readonly path: string; readonly content: string }
  | { readonly verb: 'edit'; readonly path: string; readonly before: string; readonly after: string }
  | { readonly verb: 'read'; readonly path: string }
  | { readonly verb: 'plan'; readonly text: string }
  | { readonly verb: 'ask'; readonly question: string; readonly options: readonly string[] }
  | { readonly verb: 'tool'; readonly name: string; readonly json: string };

const line = /^\s*(say|run|write|edit|read|plan|ask|tool|slow|wait|fail|cut):\s*(.*?)\s*$/i;

function unfold(text: string): string {
  return text.replaceAll('\\n', '\n').replaceAll('\\t', '\t');
}

/** The first word and the rest. */
function split(text: string): readonly [string, string] {
  const at = text.search(/\s/);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at).trimStart()];
}

function directive(verb: string, argument: string): Directive | null {
  const [first, rest] = split(argument);
  switch (verb) {
    case 'say':
      return { verb, text: unfold(argument) };
    case 'slow':
    case 'wait':
    case 'cut':
      return { verb, seconds: Number(argument) };
    case 'fail':
      return { verb, status: Number(first), times: rest === '' ? null : Number(rest) };
    case 'run':
      return { verb, command: unfold(argument) };
    case 'write':
      return { verb, path: first, content: `${unfold(rest)}\n` };
    case 'edit': {
      const [before = '', after = ''] = rest.split('=>').map((side) => unfold(side.trim()));
      return { verb, path: first, before, after };
    }
    case 'read':
      return { verb, path: argument };
    case 'plan':
      return { verb, text: unfold(argument) };
    case 'ask': {
      const [question = '', ...options] = argument.split('|').map((part) => part.trim());
      return { verb, question, options };
    }
    case 'tool':
      return { verb, name: first, json: rest };
    default:
      return null;
  }
}

/** The directives in what a user typed, in order; other lines are left out. */
export function directivesIn(text: string): readonly Directive[] {
  return text.split(/\r?\n/).flatMap((row) => {
    const [, verb = '', argument = ''] = line.exec(row) ?? [];
    return directive(verb.toLowerCase(), argument) ?? [];
  });
}
