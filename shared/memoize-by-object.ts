/** Returns a function that calls `work` once per object and caches the result. Callers must not change the result. */
export function memoizeByObject<Subject extends object, Answer>(
  work: (subject: Subject) => Answer,
): (subject: Subject) => Answer {
  const answers = new WeakMap<Subject, { answer: Answer }>();
  return (subject) => {
    const known = answers.get(subject) ?? { answer: work(subject) };
    answers.set(subject, known);
    return known.answer;
  };
}
