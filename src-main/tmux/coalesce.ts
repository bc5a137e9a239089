/**
 * Makes a way to ask for `work` that never does it twice at once: what is asked for while it is under way is one
 * more time after it.
 * @param work must not reject
 */
export function coalesce(work: () => Promise<void>): () => void {
  let wanted = false;
  let working = false;
  const run = async (): Promise<void> => {
    working = true;
    while (wanted) {
      wanted = false;
      await work();
    }
    working = false;
  };
  return () => {
    wanted = true;
    if (!working) void run();
  };
}
