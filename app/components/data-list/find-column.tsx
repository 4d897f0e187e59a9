import { Icon } from '../icon';

interface FindColumnProps {
  /** The address of the page, without its query. */
  path: string;
  /** The other parameters of the address, as pairs of name and value. */
  search: readonly (readonly string[])[];
  /** The text in the search box when the page loads. */
  find: string;
  onChange: (text: string) => void;
}

/** Renders a search box for columns. If script runs, the search takes effect while the user types. */
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
