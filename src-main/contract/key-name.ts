import { z } from 'zod';

/** Names that are Backbone's own to give. */
const ownNames = /^(BACKBONE_|AGENT_MASTER_KEY$|AGENT_SYSTEM_PROMPT$|AGENT_TONE$)/;

/**
 * Names by which a program is made to load or run something else, or is led to other files. A lock that comes with a
 * repository could take over every program of an agent with one of them.
 */
const steeringNames = [
  /^(LD|DYLD|GIT|NODE|NPM_CONFIG|PYTHON|PERL5|RUBY|BUNDLE|JAVA|JDK|DOTNET|LUA|PHP|CARGO|RUST|GO|XDG|TMUX|BASH|ZDOT|LESS)_?[A-Z0-9_]*$/,
  /^(PATH|HOME|SHELL|USER|LOGNAME|PWD|OLDPWD|IFS|ENV|CDPATH|PS[0-4]|PROMPT_COMMAND|TERM|TERMINFO|TMPDIR|TZ)$/,
  /^(LANG|LC_[A-Z]+|LOCPATH|NLSPATH|HOSTALIASES|MALLOC_.*|GCONV_PATH|GETCONF_DIR|RESOLV_HOST_CONF)$/,
  /^(EDITOR|VISUAL|PAGER|MANPAGER|BROWSER|DISPLAY|SSH_ASKPASS|SUDO_ASKPASS|SSL_CERT_FILE|SSL_CERT_DIR|CURL_CA_BUNDLE)$/,
  /^([A-Z_]*_?(PROXY|CA_BUNDLE)|CREDENTIALS_DIRECTORY|DBUS_[A-Z_]+|CLASSPATH|_)$/,
];

/** Names that begin like a steering one and are tokens that people do keep. */
const tokens = /_(TOKEN|KEY|SECRET|PASSWORD|PASSWD|PAT|API_KEY|AUTH_TOKEN)$/;

/** @returns why no key may have that name, one line; null when it may */
export function keyNameProblem(name: string): string | null {
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(name))
    return 'A key’s name has letters, digits and "_", does not begin with a digit, and has at most 128 characters.';
  if (name.startsWith('__')) return 'A key’s name does not begin with two "_". Choose another one.';
  const upper = name.toUpperCase();
  if (ownNames.test(upper)) return 'That name is Backbone’s own. Choose another one.';
  if (!tokens.test(upper) && steeringNames.some((pattern) => pattern.test(upper)))
    return 'That name steers what a program loads, runs or reads, so it cannot be a key. Choose another one.';
  return null;
}

/** Name of a key: it becomes the name of an environment variable. */
export const keyName = z.string().superRefine((name, context) => {
  const problem = keyNameProblem(name);
  if (problem !== null) context.addIssue({ code: 'custom', message: problem });
});

/** A key's value. Linux hands no longer one to a program. */
export const keyValue = z
  .string()
  .min(1, 'A key cannot be empty.')
  .max(65_536, 'A key has at most 65,536 characters.')
  .refine((value) => !value.includes('\0'), 'A key cannot hold a NUL character.');
