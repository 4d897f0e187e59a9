import clsx from 'clsx';
import {
  type ComponentPropsWithoutRef,
  type ComponentPropsWithRef,
  type CSSProperties,
  forwardRef,
  type ReactNode,
  type Ref,
} from 'react';

/**
 * The parts that mantine-datatable gets for `@mantine/core` (vite.config.ts): a box, a table and a scroll area,
 * as the browser has them. Paging, filters, selection and the rest are links and a form of the lists' own,
 * and the grid's parts for them stay out of the browser (docs/decisions/0031-grid-parts.md). A part that a
 * later version asks for in addition fails the build.
 */
export { createSafeContext, rem } from '@mantine/core';

/** The theme in which the grid looks up a named radius or shadow. Lists give it none. */
const theme = { radius: {}, shadows: {} };

type Style = CSSProperties | undefined | ((look: typeof theme) => CSSProperties) | Style[];

function resolve(style: Style): CSSProperties {
  if (Array.isArray(style)) return Object.assign({}, ...style.map(resolve));
  return (typeof style === 'function' ? style(theme) : style) ?? {};
}

export function Box({
  style,
  ...rest
}: Omit<ComponentPropsWithoutRef<'div'>, 'style'> & { style: Style }) {
  return <div {...rest} style={resolve(style)} />;
}

interface TableProps extends ComponentPropsWithoutRef<'table'> {
  horizontalSpacing?: unknown;
}

export const Table = forwardRef<HTMLTableElement, TableProps>(
  ({ horizontalSpacing: _, className, ...rest }, ref) => (
    <table
      {...rest}
      ref={ref}
      className={clsx('w-full caption-bottom leading-normal', className)}
    />
  ),
);

interface ScrollAreaProps {
  viewportRef: Ref<HTMLDivElement>;
  viewportProps?: ComponentPropsWithRef<'div'>;
  classNames: { root: string };
  onScrollPositionChange?: (position: { x: number; y: number }) => void;
  children: ReactNode;
}

/** Mantine's own measures before it scrolls, and never scrolls without script. */
export function ScrollArea(props: ScrollAreaProps) {
  const { viewportRef, viewportProps, classNames, onScrollPositionChange, children } = props;
  return (
    <div className={clsx('relative overflow-hidden', classNames.root)}>
      <div
        {...viewportProps}
        ref={viewportRef}
        className="h-full w-full overflow-auto"
        onScroll={({ currentTarget: { scrollLeft, scrollTop } }) =>
          onScrollPositionChange?.({ x: scrollLeft, y: scrollTop })
        }
      >
        {children}
      </div>
    </div>
  );
}

const Unused = () => null;

export {
  Unused as ActionIcon,
  Unused as Button,
  Unused as Center,
  Unused as Checkbox,
  Unused as Collapse,
  Unused as Flex,
  Unused as Group,
  Unused as Loader,
  Unused as Menu,
  Unused as MenuDropdown,
  Unused as MenuItem,
  Unused as MenuTarget,
  Unused as Pagination,
  Unused as Popover,
  Unused as PopoverDropdown,
  Unused as PopoverTarget,
  Unused as parseThemeColor,
  Unused as Stack,
  Unused as TableTd,
  Unused as TableTfoot,
  Unused as TableTh,
  Unused as TableThead,
  Unused as TableTr,
  Unused as Text,
  Unused as useMantineTheme,
};
