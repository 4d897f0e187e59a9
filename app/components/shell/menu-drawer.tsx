import { Dialog, DialogBackdrop, DialogPanel } from '@headlessui/react';
import { useEffect, useRef } from 'react';
import { type MenuContentProps, SideMenuContent } from './side-menu';

/** Matches the widths at which the menu is a column. */
const WIDE = '(min-width: 960px)';

type MenuDrawerProps = MenuContentProps & { onClose: () => void };

/** Renders the menu as a drawer for narrow screens. The drawer closes when the screen becomes wide. */
export default function MenuDrawer({ onClose, ...menu }: MenuDrawerProps) {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const wide = matchMedia(WIDE);
    const onWide = () => close.current();
    wide.addEventListener('change', onWide);
    return () => wide.removeEventListener('change', onWide);
  }, []);
  return (
    <Dialog open onClose={onClose} aria-label="Menu" className="relative z-40">
      <DialogBackdrop className="fixed inset-0 bg-[#000] opacity-50" />
      <DialogPanel as="nav" aria-label="Main menu" className="menu menu-open bg-surface">
        <SideMenuContent {...menu} onClose={onClose} />
      </DialogPanel>
    </Dialog>
  );
}
