import { Link } from '@remix-run/react';
import type { SearchGroup, SearchHit, SearchView } from '~/lib/search/search-view';
import { Icon } from '../../components/icon';
import { PostLink } from '../../components/post-link';

/** Renders the results of a search in groups. If there are none, renders a list of what the search covers. */
export function SearchResults({ view }: { view: SearchView }) {
  const { groups, problem, searchText, isShort } = view;
  const count = groups.reduce((sum, { total }) => sum + total, 0);
  const isSearched = searchText !== '' && !problem;
  return (
    <>
      <h1 className="mb-2">Search</h1>
      {problem && <Problem text={problem} />}
      {isSearched && (
        <p role="status" className="mb-4 break-words text-muted">
          {describeCount(count)} for “{searchText}”
        </p>
      )}
      {isShort && (
        <p className="mb-4 text-muted">
          Type at least 3 characters to find names and numbers that contain them.
        </p>
      )}
      <div className="grid max-w-5xl items-start gap-4 md:grid-cols-2">
        {groups.map((group) => (
          <Group key={group.title} group={group} />
        ))}
      </div>
      {count === 0 && <Searched lines={view.searched} />}
    </>
  );
}

function describeCount(count: number): string {
  if (count === 0) return 'Nothing found';
  return count === 1 ? '1 result' : `${count.toLocaleString('en')} results`;
}

function Group({ group }: { group: SearchGroup }) {
  const { title, icon, hits, total, all, error } = group;
  return (
    <section className="card min-w-0 p-3">
      <h2 className="mb-1 flex items-center gap-2 px-2">
        <Icon name={icon} className="text-accent" /> {title}{' '}
        {!error && <span className="badge">{total.toLocaleString('en')}</span>}
      </h2>
      {error && <Problem text={error} />}
      <ul>
        {hits.map((hit) => (
          <Hit key={hit.href} hit={hit} />
        ))}
      </ul>
      {all && (
        <div className="px-2 pt-2">
          <AllLink all={all} text={`All ${total.toLocaleString('en')} in ${title}`} />
        </div>
      )}
    </section>
  );
}

function Hit({ hit: { href, title, details, ownDocument } }: { hit: SearchHit }) {
  return (
    <li>
      <Link
        to={href}
        reloadDocument={ownDocument}
        className="block break-words rounded px-2 py-1.5 hover:bg-sunken"
      >
        {title}
        {details && <span className="block text-sm text-muted">{details}</span>}
      </Link>
    </li>
  );
}

function AllLink({ all, text }: { all: NonNullable<SearchGroup['all']>; text: string }) {
  return all.fields ? (
    <PostLink href={all.href} fields={all.fields} className="link min-h-6">
      {text}
    </PostLink>
  ) : (
    <Link to={all.href} className="inline-block min-h-6">
      {text}
    </Link>
  );
}

function Problem({ text }: { text: string }) {
  return (
    <p
      role="alert"
      className="mb-3 flex items-center gap-2 rounded border border-bad bg-bad-soft px-3 py-2 text-bad"
    >
      <Icon name="circle-alert" /> {text}
    </p>
  );
}

function Searched({ lines }: { lines: readonly string[] }) {
  return (
    <section className="max-w-xl">
      <h2 className="mb-2">What is searched</h2>
      <ul className="list-disc pl-5">
        {lines.map((line) => (
          <li key={line} className="mb-1">
            {line}
          </li>
        ))}
      </ul>
      <p className="mt-3 text-muted">
        A complete study number, phone number, username, email address or ID opens its record.
        Withdrawn participants are not searched: show them in the list of participants.
      </p>
    </section>
  );
}
