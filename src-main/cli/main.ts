import { createContext } from './create-context.ts';
import { createProgram } from './program.ts';
import { reportFailure } from './report-failure.ts';

/** True when `--json` was asked for, also on a command line that cannot be parsed. */
function wantsJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return (end === -1 ? args : args.slice(0, end)).includes('--json');
}

/** Runs one command line. @returns its exit status */
export async function main(args: readonly string[]): Promise<number> {
  const context = createContext();
  try {
    await createProgram(context).parseAsync(args, { from: 'user' });
    return context.output.status;
  } catch (thrown) {
    return reportFailure(thrown, wantsJson(args), (text) => process.stderr.write(text));
  } finally {
    await context.close();
  }
}
