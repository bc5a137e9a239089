import './no-eval.ts';
import './styles/all.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Bridge } from '../src-preload/bridge.ts';
import { AppFrame } from './components/app-frame.tsx';
import { PanelProvider } from './components/panel-context.ts';
import { wearTheme } from './components/theme.ts';
import { NoKeyPage } from './pages/no-key-page.tsx';
import { createPanel } from './state/panel.ts';
import { createBridgeTransport } from './transport/bridge-transport.ts';
import { takeCredential } from './transport/credential.ts';
import { createSocketTransport } from './transport/socket-transport.ts';
import type { Transport } from './transport/transport.ts';

declare global {
  interface Window {
    /** There in the desktop app only. */
    readonly backbone?: Bridge;
  }
}

/** The way to the daemon from here; null in a browser that was given no key. */
function openTransport(): Transport | null {
  if (window.backbone !== undefined) return createBridgeTransport(window.backbone);
  const key = takeCredential();
  return key === null ? null : createSocketTransport(location.origin, key);
}

wearTheme();
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no place for the panel.');
const transport = openTransport();
createRoot(root).render(
  <StrictMode>
    {transport === null ? (
      <NoKeyPage refused={false} />
    ) : (
      <PanelProvider value={createPanel(transport)}>
        <AppFrame />
      </PanelProvider>
    )}
  </StrictMode>,
);
