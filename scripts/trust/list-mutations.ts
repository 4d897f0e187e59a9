import type { Group, Mutation } from './requirement';

export interface ListedMutation extends Mutation {
  number: string;
  /** The test that must fail: the first one of the requirement. */
  test: string;
}

/** Lists the mutations of all requirements. */
export function listMutations(groups: readonly Group[]): ListedMutation[] {
  return groups.flatMap(({ requirements }) =>
    Object.entries(requirements).flatMap(([number, one]) => {
      if (one.status !== 'met' || !one.mutation || !one.tests?.[0]) return [];
      return [{ number, test: one.tests[0], ...one.mutation }];
    }),
  );
}
