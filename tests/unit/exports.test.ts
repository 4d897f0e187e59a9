import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const sources = ['app', 'backend', 'bench', 'cli', 'scripts', 'server', 'shared', 'tests'].flatMap(
  (folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|tsx|js)$/.test(name))
      .map((name) => `${folder}/${name}`),
);
/** Files whose exports a framework or a list of migrations uses, and tools that people run. */
const isExcepted = (file: string) =>
  /^(app\/routes|bench|scripts|tests)\/|^app\/(root|entry\.)|\/migrations\/|\.d\.ts$/.test(file);
const DECLARED =
  /^export (?:async )?(?:const|let|function\*?|(?:abstract )?class|interface|type|enum) ([\w$]+)/gm;

it('every export is used in another file', () => {
  const users = new Map<string, number>();
  const texts = new Map(sources.map((file) => [file, readFileSync(file, 'utf8')]));
  for (const text of texts.values())
    for (const word of new Set(text.match(/[A-Za-z_$][\w$]*/g)))
      users.set(word, (users.get(word) ?? 0) + 1);
  const exported = [...texts]
    .filter(([file]) => !isExcepted(file))
    .flatMap(([file, text]) =>
      [...text.matchAll(DECLARED)].map(([, name = '']) => ({ file, name })),
    );
  expect(exported.length).toBeGreaterThan(1_000);
  expect(exported.filter(({ name }) => (users.get(name) ?? 0) < 2)).toEqual([]);
});

/** Names that several files export for the same thing: the panel's and the host's end of it, or each database's. */
const SHARED_NAMES = new Set([
  ...['createAccount', 'changeOwnPassword', 'changePassword', 'resetPassword'],
  ...['deleteRecord', 'restoreRecord', 'linkParticipant', 'unlinkParticipant'],
  ...['serveFile', 'takeUpload'],
  ...['listIndexNames', 'dropListIndex', 'createTextIndex', 'createRowCount', 'replaceTrigger'],
]);
/** The declarations of an entity for the panel, for the host and for both have its name. A command exports `run`. */
const isNamedAlike = (file: string) => /\/entities\/|^cli\/|\.tsx$/.test(file);

it('an exported function or constant has a name of its own', () => {
  const files = new Map<string, Set<string>>();
  const declared = /^export (?:async )?(?:const|let|function\*?|class) ([\w$]+)/gm;
  for (const file of sources.filter((file) => !isExcepted(file) && !isNamedAlike(file)))
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(declared))
      files.set(name, (files.get(name) ?? new Set()).add(file));
  const ambiguous = [...files].filter(([name, { size }]) => size > 1 && !SHARED_NAMES.has(name));
  expect(files.size).toBeGreaterThan(1_000);
  expect(ambiguous.map(([name, of]) => [name, ...of])).toEqual([]);
});
