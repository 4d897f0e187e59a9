/** Returns the function with its result cached per object. Callers must not change the result. */
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
