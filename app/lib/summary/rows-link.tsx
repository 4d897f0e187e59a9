import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { SummaryLink } from '~/lib/core/list/summary-view';
import { PostLink } from '../../components/post-link';

interface RowsLinkProps {
  link: SummaryLink | undefined;
  /** The number of rows that the link leads to. Without rows, there is no link. */
  rows: number;
  children: ReactNode;
}

/** Renders a text with a link to the rows that it stands for. */
export function RowsLink({ link, rows, children }: RowsLinkProps) {
  if (!link || rows === 0) return <span>{children}</span>;
  if (!link.fields) return <Link to={link.href}>{children}</Link>;
  return (
    <PostLink href={link.href} fields={link.fields} className="link-button">
      {children}
    </PostLink>
  );
}
