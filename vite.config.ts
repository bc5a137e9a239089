import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Builds the panel into dist/panel; the daemon serves it, and the desktop app loads it through its own protocol. */
export default defineConfig({
  root: 'src-renderer',
  base: './',
  plugins: [react()],
  build: {
    outDir: '../dist/panel',
    emptyOutDir: true,
    target: 'chrome150',
    // One folder of files, nothing inlined: the page's policy allows no data: addresses.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
  },
});
