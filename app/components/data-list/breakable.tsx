import { Fragment, type ReactNode } from 'react';

/**
 * Matches an e-mail address of at most 30 characters, which does not break on wide screens. The default columns of a
 * list leave space for two such addresses.
 */
const EMAIL = /^(?=.{1,30}$)[^\s@]+@[^\s@]+$/;

/**
 * Returns a text in which a long word can break after the characters @ . _ / and -. Phone numbers cannot break. An
 * e-mail address of at most 30 characters can break only on narrow screens.
 */
export function makeBreakable(text: string): ReactNode {
  if (/^\+?\d{7,15}$/.test(text)) return <span className="whitespace-nowrap">{text}</span>;
  if (!/\S{14}/.test(text)) return text;
  if (EMAIL.test(text)) return <span className="email">{breakWord(text)}</span>;
  return breakWord(text);
}

function breakWord(text: string): ReactNode {
  const parts = text.match(/[^@._/-]*[@._/-]+|[^@._/-]+$/g) ?? [text];
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: only its index identifies a part
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
