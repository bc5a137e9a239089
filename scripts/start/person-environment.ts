import path from 'node:path';

/** What npm adds for a script's own use; whatever else begins with `npm_config_` may be a person's own setting. */
const addedByNpm =
  /^(?:npm_(?:lifecycle_|package_|execpath$|node_execpath$|command$)|npm_config_(?:local_prefix|prefix|global_prefix|node_gyp|noproxy|npm_version|user_agent|userconfig|globalconfig|cache|init_module|ignore_scripts)$|INIT_CWD$|NODE$)/;

/**
 * The environment as the person has it, out of one that npm has prepared for a script: agents inherit what the
 * daemon has, and must not find this project's tools or settings in theirs.
 * @param root folder of this project
 */
export function personEnvironment(environment: NodeJS.ProcessEnv, root: string): NodeJS.ProcessEnv {
  const entries = Object.entries(environment).filter(([name]) => !addedByNpm.test(name));
  const folders = (environment['PATH'] ?? '').split(path.delimiter).filter((folder) => {
    const isOurs = folder.startsWith(path.join(root, 'node_modules') + path.sep);
    return !isOurs && !/[\\/]node_modules[\\/]\.bin$|[\\/]node-gyp-bin$/.test(folder);
  });
  return { ...Object.fromEntries(entries), PATH: folders.join(path.delimiter) };
}
