import type { Outcome } from './find-outcome';
import type { Group, Met, Requirement } from './requirement';

export type Status = Requirement['status'];

export interface Assessed {
  number: string;
  requirement: Requirement;
  status: Status;
  /** The reasons why a requirement that is declared as met is not met. */
  reasons: readonly string[];
}

export interface AssessedGroup {
  title: string;
  requirements: readonly Assessed[];
}

export interface Facts {
  /** The tests that requirements name and that did not pass in the recorded run, with their outcomes. */
  notPassed: ReadonlyMap<string, Exclude<Outcome, 'passed'>>;
  /** True if only administrators manage users. */
  boundary: boolean;
}

/** Decides which requirements of a group are met. Only a requirement that is declared as met can be. */
export function assessGroup({ title, requirements }: Group, facts: Facts): AssessedGroup {
  const assessed = Object.entries(requirements).map(([number, requirement]) => {
    const reasons = requirement.status === 'met' ? findReasons(requirement, facts) : [];
    const status: Status = reasons.length > 0 ? 'not met' : requirement.status;
    return { number, requirement, status, reasons };
  });
  return { title, requirements: assessed };
}

function findReasons({ tests = [], boundary }: Met, facts: Facts): string[] {
  const failed = tests.flatMap((test) => {
    const outcome = facts.notPassed.get(test);
    return outcome ? [`\`${test.replace(' › ', '` › ')} ${outcome} in the recorded run.`] : [];
  });
  return boundary && !facts.boundary
    ? ['`RESEARCHERS_MANAGE_USERS` is `on`: the administrator boundary is not enforced.', ...failed]
    : failed;
}

/** Lists the tests that the requirements of all groups name. */
export function listTests(groups: readonly Group[]): string[] {
  const tests = groups.flatMap(({ requirements }) =>
    Object.values(requirements).flatMap((one) => (one.status === 'met' ? (one.tests ?? []) : [])),
  );
  return [...new Set(tests)].sort();
}
