import { type PrivacyLevel, privacyLevels } from '~/lib/export/privacy-levels';
import { RadioChoice } from './choice';

const REASON_ID = 'reason';

export interface PrivacyChoiceProps {
  privacy: {
    /** The titles of the columns that a pseudonymised file changes or leaves out, by what it does with them. */
    changes: readonly { words: string; titles: readonly string[] }[];
    /** The number of columns with free text, which it leaves out unless the user includes them. */
    texts: number;
    maxReason: number;
    /** The sentence for a user who has no choice, because the role may export pseudonymised files only. */
    only?: string;
  };
  /** The choice that was refused. */
  chosen?: { level: PrivacyLevel; withTexts: boolean; reason: string };
  reasonError?: string;
}

const levels = Object.entries(privacyLevels).map(([value, words]) => ({ value, ...words }));

/** Renders the choice between a pseudonymised file and a full one, which needs a reason. */
export function PrivacyChoice({ privacy, chosen, reasonError }: PrivacyChoiceProps) {
  const { changes, texts, maxReason, only } = privacy;
  const loss = changes.length > 0 && (
    <div>
      <p>A pseudonymised file changes these columns or leaves them out:</p>
      <ul className="list-disc pl-5">
        {changes.map(({ words, titles }) => (
          <li key={words} className="break-words">
            {titles.join(', ')}: {words}
          </li>
        ))}
      </ul>
    </div>
  );
  if (only)
    return (
      <>
        <div>
          <p>{only}</p>
          <p className="text-sm text-muted">{privacyLevels.pseudonymised.hint}</p>
        </div>
        {loss}
      </>
    );
  return (
    <>
      <RadioChoice name="level" legend="Personal data" options={levels} selected={chosen?.level} />
      {loss}
      {texts > 0 && (
        <p className="flex items-start gap-2">
          <input
            type="checkbox"
            id="texts"
            name="texts"
            defaultChecked={chosen?.withTexts}
            aria-describedby="texts-hint"
            className="mt-1 h-4 w-4 shrink-0"
          />
          <span>
            <label htmlFor="texts">Include free text in a pseudonymised file</label>
            <span id="texts-hint" className="block text-sm text-muted">
              Texts in people’s own words may name them.
            </span>
          </span>
        </p>
      )}
      <div>
        <label htmlFor={REASON_ID} className="mb-1 block font-medium">
          Reason for a full file
        </label>
        <p id={`${REASON_ID}-hint`} className="text-sm text-muted">
          Up to {maxReason} characters. Do not name participants.
        </p>
        {reasonError && (
          <p id={`${REASON_ID}-error`} className="field-error">
            <span className="sr-only">Error: </span>
            {reasonError}
          </p>
        )}
        <input
          id={REASON_ID}
          name="reason"
          defaultValue={chosen?.reason}
          autoComplete="off"
          aria-invalid={reasonError ? true : undefined}
          aria-describedby={`${REASON_ID}-hint${reasonError ? ` ${REASON_ID}-error` : ''}`}
          className="input"
        />
      </div>
    </>
  );
}
