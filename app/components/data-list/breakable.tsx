import { Fragment, type ReactNode } from 'react';

/** A long word, such as an e-mail address, breaks after its signs before it breaks within. */
export function breakable(text: string): ReactNode {
  if (!/\S{14}/.test(text)) return text;
  const parts = text.match(/[^@._/-]*[@._/-]+|[^@._/-]+$/g) ?? [text];
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part has no other name than its place
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
