import { registerHooks } from 'node:module';

/** For a process of its own: `electron` is the stand-in, and the process ends with the app. */
registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== 'electron') return next(specifier, context);
    return {
      url: new URL('electron.ts', import.meta.url).href,
      format: 'module-typescript',
      shortCircuit: true,
    };
  },
});

const { app } = await import('./app.ts');
app.endProcess = (status) => process.exit(status);
process.once('SIGTERM', () => {
  app.quit();
});
