import { Icon } from '../icon';
import { useOnDemand } from '../use-on-demand';
import type { RemovalLinkProps } from './removal-dialog';

const icons: Readonly<Record<string, string>> = { Unlink: 'unlink', Restore: 'undo-2' };

/** Renders a link to the page that asks before a row is removed. If script runs, a dialog opens instead. */
export function RemovalLink(props: RemovalLinkProps) {
  const { href, verb, label } = props;
  const {
    Component: Dialog,
    close,
    handlers,
  } = useOnDemand(
    () => import('./removal-dialog'),
    () => location.assign(href),
  );
  return (
    <>
      <a href={href} className={verb === 'Restore' ? 'button' : 'button text-bad'} {...handlers}>
        <Icon name={icons[verb] ?? 'trash-2'} />
        <span className="sr-only">
          {verb} {label}
        </span>
      </a>
      {Dialog && <Dialog {...props} onClose={close} />}
    </>
  );
}
