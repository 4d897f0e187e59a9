/** The same function, which works out its answer once for each object; nobody may change what it answers. */
export function onceEach<Subject extends object, Answer>(
  work: (subject: Subject) => Answer,
): (subject: Subject) => Answer {
  const answers = new WeakMap<Subject, { answer: Answer }>();
  return (subject) => {
    const known = answers.get(subject) ?? { answer: work(subject) };
    answers.set(subject, known);
    return known.answer;
  };
}
