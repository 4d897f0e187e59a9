import { CloseButton, Popover, PopoverButton, PopoverPanel } from '@headlessui/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from './icon';

interface PopupProps {
  /** The content of the button. */
  label: ReactNode;
  buttonClassName: string;
  panelClassName: string;
  /**
   * The name of a button that closes the popup. A popup whose content is loaded later needs this button, so
   * that the keyboard focus can move into the popup.
   */
  closeLabel?: string;
  children: ReactNode;
}

/** Renders a button with a popup, which is open at first. A click on a link in the popup closes the popup. */
export default function Popup(props: PopupProps) {
  const { label, buttonClassName, panelClassName, closeLabel, children } = props;
  const button = useRef<HTMLButtonElement>(null);
  const isOpened = useRef(false);
  useEffect(() => {
    if (isOpened.current) return;
    isOpened.current = true;
    button.current?.focus();
    button.current?.click();
  }, []);
  return (
    <Popover className="relative">
      <PopoverButton ref={button} className={buttonClassName}>
        {label}
      </PopoverButton>
      <PopoverPanel className={panelClassName}>
        {({ close }) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: only clicks on the links inside have an effect
          // biome-ignore lint/a11y/useKeyWithClickEvents: a key that activates a link also sends a click
          <div
            onClick={({ target }) => {
              if (target instanceof Element && target.closest('a')) close();
            }}
          >
            {closeLabel && (
              <CloseButton className="button float-right px-2 py-1">
                <Icon name="x" />
                <span className="sr-only">{closeLabel}</span>
              </CloseButton>
            )}
            {children}
          </div>
        )}
      </PopoverPanel>
    </Popover>
  );
}
