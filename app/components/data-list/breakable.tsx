import { Fragment, type ReactNode } from 'react';

/** Lets a long word, such as an e-mail address, break after its signs before it breaks within, and no phone number. */
export function makeBreakable(text: string): ReactNode {
  if (/^\+?\d{7,15}$/.test(text)) return <span className="whitespace-nowrap">{text}</span>;
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
