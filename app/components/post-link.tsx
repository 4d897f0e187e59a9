import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { NamedValue } from '~/lib/core/list/named-value';

interface PostLinkProps {
  href: string;
  fields: readonly NamedValue[];
  className: string;
  children: ReactNode;
}

/** Renders a button that opens a page by posting values which must not stand in an address. */
export function PostLink({ href, fields, className, children }: PostLinkProps) {
  return (
    <Form method="post" action={href} className="inline">
      {fields.map(({ name, value }) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={className}>
        {children}
      </button>
    </Form>
  );
}
