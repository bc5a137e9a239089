import { openQuestion } from '../state/fleet.ts';
import { steps } from '../state/order.ts';
import { list } from '../text/agents.ts';
import { card } from '../text/questions.ts';
import { Button } from './button.tsx';
import { usePanel, usePanelState } from './panel-context.ts';

/** Where a question stands among all open ones, with the ways to the others; nothing while it is the only one. */
export function QuestionPlace({ asker }: { readonly asker: string }) {
  const panel = usePanel();
  const order = usePanelState((state) => state.order);
  const fleet = usePanelState((state) => state.fleet);
  const asking = steps(order, null).filter((id) => openQuestion(fleet, id) !== null);
  const place = asking.indexOf(asker) + 1;
  if (asking.length < 2 || place === 0) return null;
  return (
    <>
      <span className="place">
        <span className="wide">{card.place(place, asking.length)}</span>
        <span className="mid-narrow">{card.placeShort(place, asking.length)}</span>
      </span>
      <span className="place-steps">
        <Button
          kind="quiet"
          icon="left"
          iconOnly
          words={list.previousQuestion}
          onClick={() => {
            panel.stepQuestion(-1);
          }}
        />
        <Button
          kind="quiet"
          icon="right"
          iconOnly
          words={list.nextQuestion}
          onClick={() => {
            panel.stepQuestion(1);
          }}
        />
      </span>
    </>
  );
}
