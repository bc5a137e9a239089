import type { ReactNode } from 'react';

/** Facts as name and value. */
export function KeyFacts(props: {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
  readonly className?: string;
}) {
  return (
    <dl className={`facts ${props.className ?? ''}`}>
      {props.facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
