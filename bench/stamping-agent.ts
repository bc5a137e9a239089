// An agent that prints the time at which it prints, again and again: `@NANOSECONDS;` of the machine's monotonic clock.
// The pauses are longer than one window of the terminal stream and vary, so that no two stamps travel together.
const shortest = 20;
const spread = 25;

for (;;) {
  process.stdout.write(`@${String(process.hrtime.bigint())};`);
  await new Promise((resolve) => setTimeout(resolve, shortest + Math.random() * spread));
}
