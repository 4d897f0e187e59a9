import { CloseButton, Popover, PopoverButton, PopoverPanel } from '@headlessui/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from './icon';

export interface PopupProps {
  /** The content of the button. */
  label: ReactNode;
  buttonClassName: string;
  panelClassName: string;
  /**
   * The name of a button that closes it. A popup whose content comes later needs one, for the keyboard's way
   * into it.
   */
  closeLabel?: string;
  children: ReactNode;
}

/** A button with a popup, which is open at first; a link in it closes it. */
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
          // biome-ignore lint/a11y/noStaticElementInteractions: the links are what is pressed
          // biome-ignore lint/a11y/useKeyWithClickEvents: a browser sends a click for a key on a link too
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
