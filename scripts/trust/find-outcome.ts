import type { Result } from './recorded-run';

export type Outcome = 'passed' | 'failed' | 'did not run';

/** Matches the placeholders in titles of parametrized tests, which a run replaces by values. */
const PLACEHOLDER = /%(?:\.\d+)?[sdifjoOc#$%]|\$[\w.]+/;

/** Returns the function that looks up the outcome of a test in the results of a run. */
export function indexResults(results: readonly Result[]): (test: string) => Outcome {
  const byFile = new Map<string, Result[]>();
  for (const result of results) addTo(byFile, result);
  return (test) => {
    const { file, title } = splitTest(test);
    const pattern = buildPattern(title);
    const found = (byFile.get(file) ?? []).filter(({ titles }) =>
      titles.some((text) => pattern.test(text)),
    );
    if (found.some(({ status }) => status === 'failed')) return 'failed';
    return found.some(({ status }) => status === 'passed') ? 'passed' : 'did not run';
  };
}

function addTo(byFile: Map<string, Result[]>, result: Result) {
  const results = byFile.get(result.file);
  if (results) results.push(result);
  else byFile.set(result.file, [result]);
}

/** Splits the name of a test into its file and its title. */
export function splitTest(test: string): { file: string; title: string } {
  const [file = '', ...title] = test.split(' › ');
  return { file, title: title.join(' › ') };
}

/** Returns the pattern of the titles that a run reports for a title in the source. */
export function buildPattern(title: string): RegExp {
  const literals = title.split(PLACEHOLDER).map(escapePattern);
  return new RegExp(`^${literals.join('[^]*')}$`);
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
