import { Fragment, type ReactNode } from 'react';

/**
 * Returns a text in which a long word, such as an e-mail address, can break after the characters @ . _ / and -.
 * Phone numbers cannot break.
 */
export function makeBreakable(text: string): ReactNode {
  if (/^\+?\d{7,15}$/.test(text)) return <span className="whitespace-nowrap">{text}</span>;
  if (!/\S{14}/.test(text)) return text;
  const parts = text.match(/[^@._/-]*[@._/-]+|[^@._/-]+$/g) ?? [text];
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: only its index identifies a part
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
