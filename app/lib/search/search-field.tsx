import { Form, useLocation, useMatches } from '@remix-run/react';
import { type ComponentType, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { MAX_SEARCH, SEARCH_FIELD } from '~/lib/search/search-text';
import { Icon } from '../../components/icon';
import type SearchCombobox from './search-combobox';

/** The id of the search field. */
export const SEARCH_ID = 'search';

/** The field with suggestions, and the text of the input that it replaces. */
interface Loaded {
  Combobox: ComponentType<Parameters<typeof SearchCombobox>[0]>;
  /** The key of the form that contained the input. Forms with another key begin without the text. */
  key: string;
  typed: string;
}

/**
 * Renders the search field of the header. The form posts the text, because the text may identify a person. On the
 * search page, the field contains the text of the search. If script runs, the first focus fetches a field with
 * suggestions, which replaces the input.
 */
export function SearchField() {
  const text = useSearchText();
  const { pathname } = useLocation();
  const key = `${pathname} ${text}`;
  const [loaded, setLoaded] = useState<Loaded>();
  const plain = useRef<HTMLInputElement>(null);
  const takesFocus = useRef(false);
  const input = {
    id: SEARCH_ID,
    name: SEARCH_FIELD,
    defaultValue: text,
    'aria-label': 'Search all screens',
    placeholder: 'Search',
    maxLength: MAX_SEARCH,
    autoComplete: 'off',
    className: 'input rounded-r-none border-r-0 focus:relative focus:z-10',
  };
  const fetchCombobox = () => {
    import('./search-combobox').then(
      ({ default: Combobox }) => {
        takesFocus.current = plain.current !== null && plain.current === document.activeElement;
        // flushSync replaces the input immediately. What is typed after its text is copied would be lost.
        flushSync(() => setLoaded({ Combobox, key, typed: plain.current?.value ?? text }));
      },
      // Without the component, the form works as it does without script.
      () => {},
    );
  };
  return (
    <Form
      key={key}
      method="post"
      action="/search"
      role="search"
      className="relative order-last flex w-full sm:order-none sm:ml-auto sm:w-auto sm:max-w-72 sm:grow sm:basis-36"
    >
      {loaded ? (
        <loaded.Combobox
          input={loaded.key === key ? { ...input, defaultValue: loaded.typed } : input}
          takesFocus={takesFocus}
        />
      ) : (
        <input ref={plain} {...input} onFocus={fetchCombobox} />
      )}
      <button type="submit" className="button rounded-l-none px-2.5">
        <Icon name="search" />
        <span className="sr-only">Find</span>
      </button>
    </Form>
  );
}

/** Returns the text that the search page has searched for, or an empty text on other pages. */
function useSearchText(): string {
  const texts = useMatches().flatMap(({ data }) =>
    data && typeof data === 'object' && 'searchText' in data ? [String(data.searchText)] : [],
  );
  return texts.at(-1) ?? '';
}
