import { type ComponentType, type MouseEvent, useEffect, useRef, useState } from 'react';
import { isPlainClick } from './is-plain-click';

/**
 * Loads a component that a click opens. The download starts early, when the user points at the element to click or
 * moves the focus to it. Use this for large components that are rarely opened. If the component cannot be fetched,
 * calls `onFail`, which opens the page or element that works without it.
 */
export function useOnDemand<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  onFail: () => void,
) {
  const [Component, setComponent] = useState<ComponentType<Props>>();
  const opener = useRef<HTMLElement>();
  useEffect(() => {
    if (!Component) opener.current?.focus();
  }, [Component]);
  const fetchEarly = () => {
    load().catch(() => {});
  };
  return {
    /** The component. Undefined until the first click. */
    Component,
    /** Removes the component, and moves the focus back to the element that was clicked. */
    close: () => setComponent(undefined),
    /** The handlers for the element that opens the component. */
    handlers: {
      onPointerEnter: fetchEarly,
      onFocus: fetchEarly,
      onClick: (event: MouseEvent<HTMLElement>) => {
        if (!isPlainClick(event)) return;
        opener.current = event.currentTarget;
        event.preventDefault();
        load().then(({ default: loaded }) => setComponent(() => loaded), onFail);
      },
    },
  };
}
