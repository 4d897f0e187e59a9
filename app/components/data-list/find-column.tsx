import { Icon } from '../icon';

interface FindColumnProps {
  /** The address of the page, without its query. */
  path: string;
  /** The other parameters of the page. */
  search: readonly (readonly string[])[];
  find: string;
  onChange: (text: string) => void;
}

/** Renders the search for a column by its title. If script runs, it takes effect while the user types. */
export function FindColumn({ path, search, find, onChange }: FindColumnProps) {
  return (
    <form
      method="get"
      action={path}
      onSubmit={(event) => event.preventDefault()}
      className="mb-4 flex max-w-md gap-2"
    >
      {search.map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      <input
        type="search"
        name="find"
        defaultValue={find}
        onChange={(event) => onChange(event.currentTarget.value)}
        aria-label="Find a column"
        placeholder="Find a column"
        maxLength={100}
        className="input"
      />
      <button type="submit" className="button">
        <Icon name="search" />
        <span className="sr-only">Find</span>
      </button>
    </form>
  );
}
