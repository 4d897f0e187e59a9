import '~/styles/erasure.css';
// The links between the lists of the audit trail have their style from here.
import '~/styles/list.css';
import { Link } from '@remix-run/react';
import type { CertificateLine, CertificateList } from '~/lib/erasure/erasure-view';
import { LogTabs } from '../../components/log-tabs';
import { ScrollRegion } from '../../components/scroll-region';

const columns = ['Certificate', 'Started', 'Completed', 'Erased by', 'Records', 'Participant'];

/** Renders the list of all erasures. Each leads to its certificate. */
export function CertificateTable({ view }: { view: CertificateList }) {
  const { title, lines, total, newerHref, olderHref } = view;
  return (
    <>
      <h1 className="mb-4">{title}</h1>
      <LogTabs />
      {total === 0 && <p>No participant has been erased.</p>}
      {lines.length > 0 && (
        <ScrollRegion label={title} className="card">
          <table className="erasures text-left">
            <caption className="sr-only">Erasures, the newest first</caption>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col" className="font-medium text-muted">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <CertificateRow key={line.id} line={line} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {total > 0 && lines.length === 0 && <p>There are no erasures on this page.</p>}
      {(newerHref || olderHref) && (
        <nav aria-label="Pages" className="no-print mt-3 flex gap-2">
          {newerHref && (
            <Link to={newerHref} className="button">
              Newer erasures
            </Link>
          )}
          {olderHref && (
            <Link to={olderHref} className="button">
              Older erasures
            </Link>
          )}
        </nav>
      )}
    </>
  );
}

function CertificateRow({ line }: { line: CertificateLine }) {
  const { id, username, started, completed, participant, records, href } = line;
  return (
    <tr>
      <td className="min-w-40 break-all">
        {href ? <Link to={href}>{id}</Link> : `${id} cannot be decrypted: its panel key is missing`}
      </td>
      <td className="whitespace-nowrap">{started}</td>
      <td className="whitespace-nowrap">{completed ?? 'Not completed'}</td>
      <td>{username}</td>
      <td className="text-right">{records?.toLocaleString('en') ?? 'Unknown'}</td>
      <td className="min-w-48 break-all">{participant ?? 'Unknown'}</td>
    </tr>
  );
}
