import type { TimelineEvent } from './field';
import type { DateField, TextField } from './field-of-kind';
import { shown } from './shown-fields';

/**
 * The title of a question. A string is the title of a question with choices, `date` that of a question about a date,
 * and `text` that of a question with free text. `event` is the event whose date the answer gives.
 */
type Question = string | { date: string; event?: TimelineEvent } | { text: string };

/** The fields for the answers to questions. */
type Answers<Questions> = {
  [Name in keyof Questions]: Questions[Name] extends { date: string } ? DateField : TextField;
};

/** Returns fields for the answers to questions. The column chooser lists them under the heading `group`. */
export function questions<const Questions extends Readonly<Record<string, Question>>>(
  group: string,
  titles: Questions,
): Answers<Questions> {
  return Object.fromEntries(
    Object.entries(titles).map(([name, question]) => [
      name,
      { ...buildAnswer(question), hiddenAtFirst: true, group },
    ]),
  ) as Answers<Questions>;
}

function buildAnswer(question: Question): TextField | DateField {
  if (typeof question === 'string') return shown(question, { identifying: false });
  return 'date' in question
    ? shown(question.date, {
        format: 'date',
        identifying: false,
        ...(question.event && { event: question.event }),
      })
    : shown(question.text, { identifying: true, holds: 'free text' });
}
