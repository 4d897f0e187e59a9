interface Sign {
  pattern: RegExp;
  sign: string;
  /** The words for one and for several of these characters. */
  words: [one: string, several: string];
}

const signs: readonly Sign[] = [
  { pattern: /^ +$/, sign: '␣', words: ['space', 'spaces'] },
  { pattern: /^\p{Zs}+$/u, sign: '°', words: ['no-break space', 'no-break spaces'] },
  { pattern: /^\t+$/, sign: '→', words: ['tab', 'tabs'] },
  { pattern: /^[\r\n\p{Zl}\p{Zp}]+$/u, sign: '¶', words: ['line end', 'line ends'] },
  { pattern: /^\p{C}+$/u, sign: '◇', words: ['invisible character', 'invisible characters'] },
];

/** Matches what a browser would not show: spaces at the ends and in series, and characters without a shape. */
const HIDDEN = /(^ +| +$| {2,}|(?! )\p{Zs}+|\t+|(?:\r\n|[\r\n\p{Zl}\p{Zp}])+|\p{C}+)/u;

/** Renders a value of a file, with signs in place of spaces and line ends that could not be seen. */
export function VisibleText({ text }: { text: string }) {
  if (text === '') return <span className="text-muted">(empty)</span>;
  return (
    <bdi className="min-w-0 whitespace-pre-wrap break-words">
      {text.split(HIDDEN).map((part, index) => {
        const found = signs.find(({ pattern }) => pattern.test(part));
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
        return found ? <Signs key={index} part={part} {...found} /> : part;
      })}
    </bdi>
  );
}

function Signs({ part, sign, words: [one, several] }: Sign & { part: string }) {
  const count = [...part.replaceAll('\r\n', '\n')].length;
  return (
    <span className="rounded border border-line-strong bg-sunken px-0.5 font-mono text-sm">
      <span aria-hidden="true">{sign.repeat(count)}</span>
      <span className="sr-only"> ({count === 1 ? one : `${count} ${several}`}) </span>
    </span>
  );
}

/** Renders the meaning of the signs. */
export function SignLegend() {
  return (
    <dl className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted" aria-label="Signs">
      {signs.map(({ sign, words: [one] }) => (
        <div key={sign} className="flex gap-1.5">
          <dt className="rounded border border-line-strong bg-sunken px-1 font-mono">{sign}</dt>
          <dd>{one === 'space' ? 'space at an end or beside another' : one}</dd>
        </div>
      ))}
    </dl>
  );
}
