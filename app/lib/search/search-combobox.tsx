import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions } from '@headlessui/react';
import { useNavigate } from '@remix-run/react';
import {
  type ComponentProps,
  type MutableRefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { SearchGroup, SearchHit } from '~/lib/search/search-view';
import { Icon } from '../../components/icon';
import { useSuggestions } from './use-suggestions';

interface SearchComboboxProps {
  /** The properties of the input that this component replaces. */
  input: ComponentProps<'input'> & { defaultValue: string };
  /** True if the replaced input had the focus. The component then takes it, and sets this to false. */
  takesFocus: MutableRefObject<boolean>;
}

/** The option that submits the form, which searches all screens. It is the first option, so that Enter chooses it. */
const ALL = 'all';
const OPTION = 'block cursor-pointer rounded px-2 py-1.5 data-[focus]:bg-accent-soft';

/** Renders the search field with suggestions below it. */
export default function SearchCombobox({ input, takesFocus }: SearchComboboxProps) {
  const [text, setText] = useState(input.defaultValue);
  const groups = useSuggestions(text);
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  // A layout effect runs before the next key is pressed. That key would otherwise be lost.
  useLayoutEffect(() => {
    if (!takesFocus.current || !field.current) return;
    takesFocus.current = false;
    field.current.focus();
    field.current.setSelectionRange(field.current.value.length, field.current.value.length);
  }, [takesFocus]);
  /** True if the latest key was Tab, with which Headless UI chooses an option. Here, Tab only leaves the field. */
  const isLeaving = useRef(false);
  const choose = (chosen: SearchHit | typeof ALL | null) => {
    if (isLeaving.current) return;
    if (chosen === ALL) field.current?.form?.requestSubmit();
    else if (chosen?.ownDocument) location.assign(chosen.href);
    else if (chosen) navigate(chosen.href);
  };
  return (
    <Combobox<SearchHit | typeof ALL | null> value={null} onChange={choose}>
      <ComboboxInput
        {...input}
        ref={field}
        displayValue={() => text}
        onKeyDownCapture={({ key }) => {
          isLeaving.current = key === 'Tab';
        }}
        onChange={({ target }) => setText(target.value)}
      />
      {text.trim() !== '' && (
        <ComboboxOptions
          modal={false}
          className="popup right-0 top-full mt-1 max-h-[75vh] w-full min-w-72 overflow-y-auto p-1 sm:w-96"
        >
          <ComboboxOption value={ALL} className={OPTION}>
            <Icon name="search" className="text-muted" /> Search for “{text.trim()}”
          </ComboboxOption>
          {groups.map((group) => (
            <Suggestions key={group.title} group={group} />
          ))}
        </ComboboxOptions>
      )}
    </Combobox>
  );
}

function Suggestions({ group: { title, icon, hits } }: { group: SearchGroup }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a list box has no element for its groups
    <div role="group" aria-label={title} className="mt-1 border-t border-line pt-1">
      <p aria-hidden="true" className="flex items-center gap-2 px-2 text-sm text-muted">
        <Icon name={icon} /> {title}
      </p>
      {hits.map((hit) => (
        <ComboboxOption key={hit.href} value={hit} className={OPTION}>
          {hit.title}
          {hit.details && <span className="block text-sm text-muted">{hit.details}</span>}
        </ComboboxOption>
      ))}
    </div>
  );
}
