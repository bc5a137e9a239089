import type { ReactNode } from 'react';

/** A key that acts here and now. */
export function KeyCap({ children }: { readonly children: ReactNode }) {
  return <kbd>{children}</kbd>;
}
