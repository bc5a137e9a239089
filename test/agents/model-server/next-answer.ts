import type { Conversation } from './conversation.ts';
import { type Directive, directivesIn, type ToolDirective } from './directives.ts';
import { exampleOf } from './example-of.ts';
import { type ToolCall, toolCallFor } from './tool-call.ts';

/** What to send. `after`: seconds of silence before it. */
export interface Answer {
  readonly after: number;
  readonly text: string;
  /** Seconds to go on streaming words after `text`. */
  readonly words: number;
  readonly end: 'stop' | 'cut' | ToolCall;
}

/** A refusal with an HTTP status. */
export interface Failure {
  readonly after: number;
  readonly status: number;
}

function isCall(directive: Directive): directive is ToolDirective {
  return !['say', 'slow', 'wait', 'fail', 'cut'].includes(directive.verb);
}

/** True for a request that is no turn of the conversation, such as one for a title. */
export function isBackground({ tools, answerSchema }: Conversation): boolean {
  return tools.length === 0 || (answerSchema !== null && tools.length <= 1);
}

/** Where a program keeps its plan in a file, that file is written before plan mode is left. */
function withPlanFile(script: readonly Directive[], { planFile, tools }: Conversation): readonly Directive[] {
  if (planFile === null || !tools.some(({ name }) => /^write$/i.test(name))) return script;
  return script.flatMap((step): readonly Directive[] =>
    step.verb === 'plan' ? [{ verb: 'write', path: planFile, content: `${step.text}\n` }, step] : [step],
  );
}

/**
 * The next answer of the script.
 * @param failures how often this script has failed by its `fail:` line so far
 */
export function nextAnswer(conversation: Conversation, failures: number): Answer | Failure {
  const said = (text: string, after = 0): Answer => ({ after, text, words: 0, end: 'stop' });
  if (isBackground(conversation)) {
    const example = exampleOf(conversation.answerSchema ?? undefined);
    return said(typeof example === 'string' ? example : JSON.stringify(example));
  }
  const script = withPlanFile(directivesIn(conversation.typed), conversation);
  if (script.length === 0) return said(conversation.results > 0 ? 'done' : `echo: ${conversation.typed}`);

  const calls = script.filter(isCall);
  const previous = calls[Math.min(conversation.results, calls.length) - 1];
  const rest = previous === undefined ? script : script.slice(script.indexOf(previous) + 1);
  let after = 0;
  const text: string[] = [];
  for (const step of rest) {
    if (step.verb === 'say') text.push(step.text);
    else if (step.verb === 'wait') after += step.seconds;
    else if (step.verb === 'fail') {
      if (step.times !== null && failures >= step.times) return said('recovered', after);
      return { after, status: step.status };
    } else if (isCall(step)) {
      const call = toolCallFor(step, conversation);
      if (typeof call === 'string') return said(call, after);
      return { after, text: text.join('\n'), words: 0, end: call };
    } else {
      const end = step.verb === 'cut' ? 'cut' : 'stop';
      return { after, text: text.join('\n'), words: step.seconds, end };
    }
  }
  return said(text.length > 0 ? text.join('\n') : 'done', after);
}
