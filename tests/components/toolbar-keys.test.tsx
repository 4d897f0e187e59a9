// @vitest-environment jsdom
import { fireEvent, within } from '@testing-library/dom';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useRovingFocus } from '~/components/rich-text/use-roving-focus';

const page = within(document.body);
const button = (name: string) => page.getByRole('button', { name });
let close: () => void;

function Tools() {
  const { ref, onFocus, onKeyDown } = useRovingFocus();
  return (
    <div ref={ref} role="toolbar" aria-label="Formatting" onFocus={onFocus} onKeyDown={onKeyDown}>
      <button type="button">Bold</button>
      <button type="button">Italic</button>
      <button type="button" disabled>
        Undo
      </button>
    </div>
  );
}

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  close = () => {
    root.unmount();
    place.remove();
  };
  await act(async () => root.render(<Tools />));
  await act(async () => button('Bold').focus());
});
afterEach(() => act(async () => close()));

describe('the keyboard of a toolbar', () => {
  it.each(['altKey', 'ctrlKey', 'metaKey', 'shiftKey'])(
    'leaves an arrow key with %s to the browser, which may go back a page',
    async (modifier) => {
      let isLeft = false;
      await act(async () => {
        isLeft = fireEvent.keyDown(button('Bold'), { key: 'ArrowLeft', [modifier]: true });
      });
      expect([isLeft, document.activeElement?.textContent]).toEqual([true, 'Bold']);
    },
  );

  it('moves the focus between the buttons with the arrow keys, and skips disabled buttons', async () => {
    await act(async () => void fireEvent.keyDown(button('Bold'), { key: 'ArrowRight' }));
    expect(document.activeElement?.textContent).toBe('Italic');
    await act(async () => void fireEvent.keyDown(button('Italic'), { key: 'ArrowRight' }));
    expect(document.activeElement?.textContent).toBe('Bold');
    await act(async () => void fireEvent.keyDown(button('Bold'), { key: 'ArrowLeft' }));
    expect(document.activeElement?.textContent).toBe('Italic');
    expect([button('Bold').tabIndex, button('Italic').tabIndex]).toEqual([-1, 0]);
  });
});
