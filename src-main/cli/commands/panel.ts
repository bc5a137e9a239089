import { type Definition, define } from '../define.ts';
import { operatorOnly } from '../operator-only.ts';
import type { OutputOptions } from '../output.ts';

export const panel: Definition = (parent, context) => {
  define(
    parent,
    'panel',
    'Prints the address of the panel in a browser. It holds a key: keep it to yourself.',
  )
    .option('--open', 'open it in the browser instead')
    .action(async ({ open, ...options }: OutputOptions & { open?: boolean }) => {
      operatorOnly(context, 'Use: backbone status');
      const { directory, output } = context;
      // Asked for its address, so that nothing is printed that nobody serves.
      const { address } = await context.call('system.status', {});
      const { panelAddress } = await import('../panel-address.ts');
      const panelAt = panelAddress(directory, address);
      if (open === true) {
        const { openInBrowser } = await import('../open-in-browser.ts');
        if (await openInBrowser(directory.root, panelAt, context.environment)) return;
        output.notice('No browser could be opened here. Open this address yourself:');
      }
      await output.result(options, { address: panelAt }, () => panelAt);
    });
};
