import { type Agent, agent } from '../../src-main/contract/agent.ts';
import { type Question, type QuestionSubject, question } from '../../src-main/contract/question.ts';
import { type RuntimeInfo, runtimeInfo } from '../../src-main/contract/runtime.ts';

const minute = 60_000;

/** One agent as the daemon would tell of it; `change` says what matters for the test. */
export function sampleAgent(name: string, now: number, change: Partial<Agent> = {}): Agent {
  const state = change.reading?.state ?? 'idle';
  return agent.parse({
    id: `id-${name}`,
    name,
    dir: `/home/mira/work/${name}`,
    runtime: 'claude',
    model: null,
    environmentNames: [],
    registeredAt: now - 600 * minute,
    reading: sampleReading(state, now - 9 * minute),
    lastMessage: null,
    questionId: null,
    launch:
      state === 'offline'
        ? null
        : {
            id: `launch-${name}`,
            startedAt: now - 180 * minute,
            pid: 48_112,
            columns: 120,
            rows: 40,
            leak: 'clean',
            leakNote: null,
            runtimeVersion: '2.1.197',
          },
    lastEnd: null,
    ...change,
  });
}

export function sampleReading(
  state: Agent['reading']['state'],
  since: number,
  change: Partial<Agent['reading']> = {},
): Agent['reading'] {
  return {
    state,
    reason: state === 'waiting_for_human' ? 'permission' : state === 'blocked' ? 'quota' : null,
    since,
    stale: false,
    evidence: [],
    ...change,
  };
}

/** An open question of an agent. */
export function sampleQuestion(
  of: Agent,
  subject: QuestionSubject,
  change: Partial<Question> = {},
): Question {
  const answerable = subject.form !== 'choice' && subject.form !== 'plan' && subject.form !== 'other';
  return question.parse({
    id: `question-${of.name}`,
    agentId: of.id,
    agent: of.name,
    launchId: of.launch?.id ?? 'launch',
    kind: subject.form === 'plan' ? 'plan' : subject.form === 'choice' ? 'question' : 'permission',
    tool: null,
    subject,
    folder: of.dir,
    fingerprint: `print-${of.name}`,
    askedAt: of.reading.since,
    sources: ['hook', 'screen'],
    answers: answerable ? ['allow', 'deny'] : [],
    limit: null,
    state: 'open',
    outcome: null,
    ...change,
  });
}

function asking(name: string, now: number, minutes: number, change: Partial<Agent> = {}): Agent {
  return sampleAgent(name, now, {
    reading: sampleReading('waiting_for_human', now - minutes * minute, {
      evidence: [
        {
          source: 'hook',
          at: now - minutes * minute,
          supports: 'waiting_for_human',
          says: 'PermissionRequest, Bash',
        },
        { source: 'screen', at: now - 800, supports: 'waiting_for_human', says: 'shows the same dialog' },
        { source: 'process', at: now - 2_000, supports: 'busy', says: 'claude is alive, pid 48112' },
      ],
    }),
    questionId: `question-${name}`,
    ...change,
  });
}

/** A fleet with every state and every form of question. */
export function sampleFleet(now: number): { agents: Agent[]; questions: Question[] } {
  const checkout = asking('checkout-api', now, 4, { dir: '/home/mira/work/shop/checkout', model: 'sonnet' });
  const ledger = asking('ledger-import', now, 1);
  const docs = asking('docs-site', now, 12);
  const search = asking('search-index', now, 2);
  const plans = asking('cart-move', now, 6);
  const fetches = asking('release-watch', now, 3);
  const working = (name: string, lastMessage: string, change: Partial<Agent> = {}): Agent =>
    sampleAgent(name, now, { reading: sampleReading('busy', now - 30_000), lastMessage, ...change });
  return {
    agents: [
      checkout,
      ledger,
      docs,
      search,
      plans,
      fetches,
      sampleAgent('infra-terraform', now, { reading: sampleReading('blocked', now - 31 * minute) }),
      working('web-frontend', 'Both suites pass. Now the summary bar: it still reads the old store'),
      working('mobile-app', 'Every task ran again, so the build cache is not used', { runtime: 'practice' }),
      sampleAgent('billing-worker', now, { reading: sampleReading('starting', now - 8_000) }),
      sampleAgent('design-tokens', now, { lastMessage: 'Done: 212 colours replaced by 38 tokens' }),
      sampleAgent('scratch', now, {
        runtime: 'shell',
        reading: sampleReading('unknown', now - 180 * minute, {
          evidence: [
            { source: 'hook', at: now - 20_000, supports: 'busy', says: 'UserPromptSubmit' },
            {
              source: 'screen',
              at: now - 900,
              supports: 'waiting_for_human',
              says: 'a dialog that is not known',
            },
          ],
        }),
      }),
      sampleAgent('legacy-php', now, {
        reading: sampleReading('offline', now - 3 * 24 * 60 * minute),
        lastEnd: {
          at: now - 3 * 24 * 60 * minute,
          how: 'stopped',
          status: null,
          signal: 15,
          lastLines: [],
        },
      }),
      sampleAgent('ml-notebooks', now, {
        environmentNames: ['PYTHONPATH', 'HTTP_PROXY'],
        reading: sampleReading('offline', now - 26 * 60 * minute),
        lastEnd: {
          at: now - 26 * 60 * minute,
          how: 'exited',
          status: 1,
          signal: null,
          lastLines: ['Error: EACCES: permission denied,', "  mkdir '/home/mira/.claude/todos'"],
        },
      }),
    ],
    questions: [
      sampleQuestion(checkout, {
        form: 'command',
        command: 'git push origin release/2.4',
        description: 'Push the rewritten release branch',
      }),
      sampleQuestion(ledger, {
        form: 'edit',
        path: 'src/import/csv.rs',
        change: 'changed',
        lines: [
          { sign: ' ', number: 86, text: 'for (line, field) in rows {' },
          { sign: ' ', number: 87, text: '    // Banks write 1,204.50' },
          { sign: '-', number: 88, text: '    let amount = field.parse::<f64>()?;' },
          { sign: '+', number: 88, text: '    let amount = field' },
          { sign: '+', number: 89, text: '        .replace(\',\', "")' },
          { sign: '+', number: 90, text: '        .parse::<Decimal>()' },
          { sign: '+', number: 91, text: '        .map_err(|e| RowError::Amount { line, e })?;' },
          { sign: ' ', number: 92, text: '    out.push(amount);' },
        ],
      }),
      sampleQuestion(docs, {
        form: 'choice',
        text: 'Which search backend should the site use?',
        options: [
          'Static index, built with the site',
          'Search service on the existing API',
          'Type something.',
        ],
      }),
      sampleQuestion(search, {
        form: 'command',
        command: Array.from(
          { length: 20 },
          (_none, line) => `echo "step ${line + 1}" && cargo bench -p index`,
        ).join('\n'),
        description: null,
      }),
      sampleQuestion(plans, {
        form: 'plan',
        markdown: '# Move the cart\n\n1. Read the total from `cartStore`.\n2. Delete `legacy/cart.ts`.',
      }),
      sampleQuestion(fetches, { form: 'fetch', address: 'https://example.com/releases?since=2026-11-01' }),
    ],
  };
}

/** The runtimes of a machine; `claude`: whether its program is installed. */
export function sampleRuntimes(claude: boolean): RuntimeInfo[] {
  const can = (supported: boolean): RuntimeInfo['capabilities'][string] => ({
    supported,
    verifiedOn: null,
    note: null,
  });
  const all = (supported: boolean): RuntimeInfo['capabilities'] => ({
    state_from_events: can(supported),
    questions: can(supported),
    allow: can(supported),
    model: can(supported),
  });
  return [
    runtimeInfo.parse({
      id: 'claude',
      label: 'Claude Code',
      program: 'claude',
      installed: claude,
      version: claude ? '2.1.197' : null,
      install: claude ? null : 'npm install -g @anthropic-ai/claude-code',
      capabilities: all(true),
    }),
    runtimeInfo.parse({
      id: 'shell',
      label: 'Shell',
      program: '/bin/sh',
      installed: true,
      version: null,
      install: null,
      capabilities: all(false),
    }),
    runtimeInfo.parse({
      id: 'practice',
      label: 'Practice agent',
      program: null,
      installed: true,
      version: null,
      install: null,
      capabilities: { ...all(true), model: can(false) },
    }),
  ];
}
