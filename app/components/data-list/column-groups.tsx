import { useState } from 'react';
import type { ChooserColumn, ChooserGroup } from '~/lib/core/list/build-chooser';
import { makeColumnFinder } from '~/lib/core/list/find-columns';
import { Icon } from '../icon';
import { FoundColumns } from './found-columns';

interface ColumnGroupsProps {
  groups: readonly ChooserGroup[];
  /** The fields of the columns that the list shows. */
  shown: ReadonlySet<string>;
  /** The text by which columns are found. Only these are listed; the others are still sent. */
  wanted?: string;
  /** Called when the user checks or clears a box. If undefined, the boxes are submitted with the form around them. */
  onToggle?: (field: string, show: boolean) => void;
}

/** Renders a check box for each column of a list. If there are several groups, each can be folded. */
export function ColumnGroups({ groups, wanted = '', ...choice }: ColumnGroupsProps) {
  const isFound = makeColumnFinder(wanted);
  const count = groups.flatMap(({ columns }) => columns.filter(isFound)).length;
  return (
    <>
      <FoundColumns wanted={wanted} count={count} />
      {groups.map((group) => (
        <Group
          key={group.title ?? ''}
          {...choice}
          group={group}
          folds={groups.length > 1}
          isSearch={wanted.trim() !== ''}
          isFound={isFound}
        />
      ))}
    </>
  );
}

interface GroupProps extends Omit<ColumnGroupsProps, 'groups' | 'wanted'> {
  group: ChooserGroup;
  isSearch: boolean;
  isFound: (column: ChooserColumn) => boolean;
  /** True if the group can be folded. It is folded at first if the list shows none of its columns. */
  folds: boolean;
}

function Group({ group, folds, shown, isSearch, isFound, onToggle }: GroupProps) {
  const title = group.title ?? 'General';
  const count = group.columns.filter(({ field }) => shown.has(field)).length;
  const [openAtFirst] = useState(count > 0);
  const hasFound = group.columns.some(isFound);
  const boxes = (
    <fieldset hidden={!hasFound} className="mb-2">
      <legend className={folds ? 'sr-only' : 'pb-1 text-sm font-semibold'}>
        {folds ? title : 'Columns'}
      </legend>
      {group.columns.map((column) => (
        <label
          key={column.field}
          hidden={!isFound(column)}
          className="flex items-center gap-2 rounded px-1 py-1 hover:bg-sunken [&[hidden]]:hidden"
        >
          <input
            type="checkbox"
            name="cols"
            value={column.field}
            {...(onToggle
              ? {
                  checked: shown.has(column.field),
                  onChange: (event) => onToggle(column.field, event.currentTarget.checked),
                }
              : { defaultChecked: shown.has(column.field) })}
          />
          {column.title}{' '}
        </label>
      ))}
    </fieldset>
  );
  if (!folds) return boxes;
  return (
    <details open={openAtFirst || isSearch} hidden={!hasFound} className="group">
      <summary className="flex items-center gap-1 py-1 text-sm font-semibold">
        <Icon name="chevron-right" className="group-open:rotate-90" />
        {title}
        {onToggle && (
          <span className="ml-auto font-normal text-muted">
            {count} of {group.columns.length}
          </span>
        )}
      </summary>
      {boxes}
    </details>
  );
}
