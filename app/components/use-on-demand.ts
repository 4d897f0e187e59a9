import { type ComponentType, type MouseEvent, useEffect, useRef, useState } from 'react';
import { isPlainClick } from './is-plain-click';

/**
 * Fetches a component that shows what a click opens. Such components are large and rarely used, so they come when the
 * user is about to click. When they cannot be fetched, `onFail` opens what the server drew.
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
    /** The component after the first click. */
    Component,
    /** Takes the component away, and gives the focus back to what was clicked. */
    close: () => setComponent(undefined),
    /** For the element that is clicked. */
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
