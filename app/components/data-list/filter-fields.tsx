import '~/styles/filters.css';
import type { FilterField, FilterGroup } from '~/lib/core/list/filter-page-view';
import { makeColumnFinder } from '~/lib/core/list/find-columns';
import { Icon } from '../icon';
import { FilterFieldInputs } from './filter-field-inputs';
import { FoundColumns } from './found-columns';

interface FilterFieldsProps {
  groups: readonly FilterGroup[];
  /** The text by which columns are found. Only these are shown; the others are still sent. */
  wanted: string;
}

/** Renders the filters of all columns of a list. If there are several groups, each can be folded. */
export function FilterFields({ groups, wanted }: FilterFieldsProps) {
  const isFound = makeColumnFinder(wanted);
  const count = groups.flatMap(({ fields }) => fields.filter(isFound)).length;
  return (
    <>
      <FoundColumns wanted={wanted} count={count} />
      {groups.map((group) => (
        <Group
          key={group.title ?? ''}
          group={group}
          folds={groups.length > 1}
          isOpen={wanted.trim() !== '' || group === groups[0]}
          isFound={isFound}
        />
      ))}
    </>
  );
}

interface GroupProps {
  group: FilterGroup;
  folds: boolean;
  isOpen: boolean;
  isFound: (field: FilterField) => boolean;
}

function Group({ group: { title = 'General', fields }, folds, isOpen, isFound }: GroupProps) {
  const active = fields.filter(({ isActive }) => isActive).length;
  const boxes = (
    <div className="filter-fields">
      {fields.map((field) => (
        <fieldset key={field.field} id={`filter-${field.field}`} hidden={!isFound(field)}>
          <legend>{field.title}</legend>
          <FilterFieldInputs field={field} />
        </fieldset>
      ))}
    </div>
  );
  if (!folds) return boxes;
  return (
    <details
      open={isOpen || active > 0}
      hidden={!fields.some(isFound)}
      className="group mb-4 border-b border-line pb-2"
    >
      <summary className="mb-2 flex items-center gap-1 py-1">
        <Icon name="chevron-right" className="group-open:rotate-90" />
        <h2 className="text-base">{title}</h2>
        {active > 0 && <span className="ml-2 text-sm text-muted">{active} in force</span>}
      </summary>
      {boxes}
    </details>
  );
}
