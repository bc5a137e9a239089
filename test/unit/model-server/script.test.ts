import { describe, expect, test } from 'vitest';
import { conversationOf, messagesRequest } from '../../agents/model-server/conversation.ts';
import { nextAnswer } from '../../agents/model-server/next-answer.ts';

const tools = [
  {
    name: 'Bash',
    input_schema: {
      type: 'object',
      required: ['command'],
      properties: { command: { type: 'string' }, description: { type: 'string' } },
    },
  },
  {
    name: 'Write',
    input_schema: {
      type: 'object',
      properties: { file_path: { type: 'string' }, content: { type: 'string' } },
    },
  },
  { name: 'Edit', input_schema: { properties: { file_path: {}, old_string: {}, new_string: {} } } },
  { name: 'Read', input_schema: { properties: { file_path: {} } } },
  { name: 'ExitPlanMode', input_schema: { properties: { plan: { type: 'string' } } } },
  { name: 'AskUserQuestion', input_schema: { properties: { questions: { type: 'array' } } } },
];

/** The answer when the user typed `typed` and `results` tool results came back since. */
function answerTo(typed: string, options: { results?: number; system?: string; failures?: number } = {}) {
  const result = { role: 'user', content: [{ type: 'tool_result', content: 'ok' }] };
  const request = messagesRequest.parse({
    model: 'm',
    system: options.system ?? 'Primary working directory: /project',
    messages: [
      { role: 'user', content: 'say: something older' },
      {
        role: 'user',
        content: [{ type: 'text', text: `<system-reminder>run: not this</system-reminder>${typed}` }],
      },
      ...Array.from({ length: options.results ?? 0 }, () => result),
    ],
    tools,
  });
  return nextAnswer(conversationOf(request), options.failures ?? 0);
}

describe('the script', () => {
  test('text without a directive is echoed', () => {
    expect(answerTo('hello')).toMatchObject({ text: 'echo: hello', end: 'stop' });
  });

  test('each directive picks the offered tool and its argument names', () => {
    expect(answerTo('run: touch a b')).toMatchObject({
      end: { name: 'Bash', input: { command: 'touch a b' } },
    });
    expect(answerTo('write: a.txt one\\ntwo')).toMatchObject({
      end: { name: 'Write', input: { file_path: '/project/a.txt', content: 'one\ntwo\n' } },
    });
    expect(answerTo('edit: /x/a.txt one => two')).toMatchObject({
      end: { name: 'Edit', input: { file_path: '/x/a.txt', old_string: 'one', new_string: 'two' } },
    });
    expect(answerTo('read: a.txt')).toMatchObject({ end: { name: 'Read' } });
    expect(answerTo('ask: Which? | A | B')).toMatchObject({
      end: {
        name: 'AskUserQuestion',
        input: { questions: [{ question: 'Which?', options: [{ label: 'A' }, { label: 'B' }] }] },
      },
    });
    expect(answerTo('tool: Bash {"command":"x"}')).toMatchObject({
      end: { name: 'Bash', input: { command: 'x' } },
    });
    expect(answerTo('tool: Nothing')).toMatchObject({
      text: 'no tool named Nothing is offered',
      end: 'stop',
    });
  });

  test('each tool result takes the script one call further', () => {
    const script = 'say: first\nrun: a\nwait: 2\nrun: b\nsay: end';
    expect(answerTo(script)).toMatchObject({ text: 'first', after: 0, end: { input: { command: 'a' } } });
    expect(answerTo(script, { results: 1 })).toMatchObject({
      text: '',
      after: 2,
      end: { input: { command: 'b' } },
    });
    expect(answerTo(script, { results: 2 })).toMatchObject({ text: 'end', end: 'stop' });
    expect(answerTo('run: a', { results: 1 })).toMatchObject({ text: 'done', end: 'stop' });
  });

  test('equal lines are separate steps', () => {
    expect(answerTo('run: a\nrun: a', { results: 1 })).toMatchObject({ end: { input: { command: 'a' } } });
    expect(answerTo('run: a\nrun: a', { results: 2 })).toMatchObject({ text: 'done' });
  });

  test('a plan is written to the named plan file first', () => {
    const system = 'Write to /home/user/.claude/plans/calm-fox.md';
    expect(answerTo('plan: 1. Read', { system })).toMatchObject({
      end: { name: 'Write', input: { file_path: '/home/user/.claude/plans/calm-fox.md' } },
    });
    expect(answerTo('plan: 1. Read', { system, results: 1 })).toMatchObject({
      end: { name: 'ExitPlanMode' },
    });
  });

  test('a counted failure recovers', () => {
    expect(answerTo('fail: 529 2', { failures: 1 })).toEqual({ after: 0, status: 529 });
    expect(answerTo('fail: 529 2', { failures: 2 })).toMatchObject({ text: 'recovered' });
    expect(answerTo('fail: 401', { failures: 99 })).toEqual({ after: 0, status: 401 });
  });

  test('slow and cut stream words', () => {
    expect(answerTo('slow: 3')).toMatchObject({ words: 3, end: 'stop' });
    expect(answerTo('cut: 1')).toMatchObject({ words: 1, end: 'cut' });
  });

  test('a request for a title follows its schema', () => {
    const schema = { type: 'object', required: ['title'], properties: { title: { type: 'string' } } };
    const request = messagesRequest.parse({
      model: 'm',
      messages: [{ role: 'user', content: 'run: rm -rf /' }],
      output_config: { format: { schema } },
    });
    expect(nextAnswer(conversationOf(request), 0)).toMatchObject({
      text: '{"title":"Scripted session"}',
      end: 'stop',
    });
  });
});
