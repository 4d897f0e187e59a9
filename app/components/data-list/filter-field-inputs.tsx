import {
  dateHows,
  type FilterField,
  type FilterFieldControl,
  numberHows,
  textHows,
} from '~/lib/core/list/filter-page-view';

/** Renders the inputs of a column's filter: check boxes, a text, or a range of numbers or days. */
export function FilterFieldInputs({ field }: { field: FilterField }) {
  const { field: name, control, orEmpty, emptyWord, emptyCount } = field;
  return (
    <>
      <Condition name={name} control={control} />
      {emptyWord && (
        <Box name={`${name}.none`} value="yes" isChosen={orEmpty} count={emptyCount}>
          {emptyWord}
        </Box>
      )}
    </>
  );
}

function Condition({ name, control }: { name: string; control: FilterFieldControl }) {
  switch (control.kind) {
    case 'values':
      return (
        <>
          {control.options.map(({ value, label, count, isChosen }) => (
            <Box key={value} name={`${name}.in`} value={value} isChosen={isChosen} count={count}>
              {label ?? value}
            </Box>
          ))}
          {control.how === 'some' && (
            <Box name={`${name}.how`} value="some" isChosen>
              Not empty
            </Box>
          )}
        </>
      );
    case 'text':
      return (
        <>
          <How name={name} how={control.how} hows={textHows} />
          <Value name={`${name}.text`} value={control.text} label="Text" type="text" />
        </>
      );
    case 'number':
      return (
        <>
          <How name={name} how={control.how} hows={numberHows} />
          <div className="filter-range">
            <Value name={`${name}.low`} value={control.low} label="From" type="number" />
            <Value name={`${name}.high`} value={control.high} label="To" type="number" />
          </div>
        </>
      );
    case 'date':
      return (
        <>
          <How name={name} how={control.how} hows={dateHows} />
          <div className="filter-range">
            <Value name={`${name}.low`} value={control.low} label="From" type="date" />
            <Value name={`${name}.high`} value={control.high} label="To" type="date" />
          </div>
          <Value name={`${name}.days`} value={control.days} label="Days" type="days" />
        </>
      );
  }
}

interface HowProps {
  name: string;
  how: string;
  hows: Readonly<Record<string, string>>;
}

function How({ name, how, hows }: HowProps) {
  return (
    <select name={`${name}.how`} defaultValue={how} aria-label="Condition" className="input-small">
      {Object.entries(hows).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

interface ValueProps {
  name: string;
  value: string;
  label: string;
  type: 'text' | 'number' | 'date' | 'days';
}

function Value({ name, value, label, type }: ValueProps) {
  const isDays = type === 'days';
  return (
    <label className={isDays ? 'filter-days' : type === 'text' ? 'filter-text' : undefined}>
      <span className={type === 'text' ? 'sr-only' : undefined}>{label}</span>
      <input
        name={name}
        defaultValue={value}
        // A date input cannot hold a day relative to today.
        type={isDays ? 'number' : value.startsWith('today') ? 'text' : type}
        {...(isDays ? { min: 0, max: 9_999 } : {})}
        {...(type === 'number' ? { step: 'any' } : {})}
        {...(type === 'text' ? { maxLength: 200 } : {})}
        className="input-small"
      />
    </label>
  );
}

interface BoxProps {
  name: string;
  value: string;
  isChosen: boolean;
  count?: number;
  children: string;
}

function Box({ name, value, isChosen, count, children }: BoxProps) {
  return (
    <label className="filter-box">
      <input type="checkbox" name={name} value={value} defaultChecked={isChosen} />
      <span className="min-w-0 break-words">{children}</span>{' '}
      {count !== undefined && <span className="text-muted">{count.toLocaleString('en')}</span>}
    </label>
  );
}
