import { defineConfig } from 'eslint/config';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** Whoever prints for a person or a pipe. */
const printing = ['src-main/cli/**', 'src-main/practice/**', 'scripts/**', 'bench/**'];

export default defineConfig(
  {
    ignores: ['dist/', 'assets/', '.cache/', 'coverage/', 'node_modules/', '**/*.js', '**/*.mjs', '**/*.cjs'],
  },
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        // One program for all: the tsconfig of each environment is held by tsc, and this is three times as fast.
        project: 'tsconfig.lint.json',
        tsconfigRootDir: import.meta.dirname,
      },
    },
    // A rule that does not fit is changed here, for all.
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' },
    rules: {
      // What comes in from outside is parsed, not believed.
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      '@typescript-eslint/no-invalid-void-type': ['error', { allowInGenericTypeArguments: true }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      // `return void x` and `return reject(x)` end a function in one line.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      // Interfaces promise promises that some of their implementations have at once.
      '@typescript-eslint/require-await': 'off',
      // Our objects are closures: their methods have no `this` to lose.
      '@typescript-eslint/unbound-method': 'off',
      // Node's types name values that are missing without a terminal.
      '@typescript-eslint/no-useless-default-assignment': 'off',
      // `[...text]` is how a string is split into whole characters.
      '@typescript-eslint/no-misused-spread': 'off',
      // A name that is used once may still tie an argument to a procedure.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      'no-console': 'error',
      'no-eval': 'error',
      'no-restricted-imports': [
        'error',
        {
          paths: ['node:child_process', 'child_process'].map((name) => ({
            name,
            importNames: ['exec', 'execSync', 'execFileSync', 'spawnSync'],
            message: 'These start a shell or stop all other work: use base/run-command.',
          })),
        },
      ],
      'no-restricted-properties': [
        'error',
        ...['test', 'it', 'describe'].map((object) => ({
          object,
          property: 'only',
          message: 'It keeps all other tests from running.',
        })),
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
          message: 'What agents print is shown as text.',
        },
        {
          selector: 'AssignmentExpression[left.property.name=/^(inner|outer)HTML$/]',
          message: 'What agents print is shown as text.',
        },
      ],
    },
  },
  { files: printing, rules: { 'no-console': 'off' } },
  {
    files: ['src-main/run/**'],
    rules: {
      // The declarations of an aliased package can only be reached by their path.
      '@typescript-eslint/triple-slash-reference': 'off',
      // The state of a terminal must be told before anything is shown on it.
      'no-restricted-imports': 'off',
    },
  },
  { files: ['src-renderer/**'], extends: [reactHooks.configs.flat['recommended-latest']] },
  {
    files: ['test/**'],
    rules: {
      '@typescript-eslint/consistent-type-assertions': 'off',
      // The declarations of an aliased package can only be reached by their path.
      '@typescript-eslint/triple-slash-reference': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      // Stand-ins take the place of classes.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
    },
  },
);
