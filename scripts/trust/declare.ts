import type { Met, Requirement } from './requirement';

type Proof = Pick<Met, 'tests' | 'sections' | 'reviewed' | 'mutation' | 'boundary'>;

/** Declares a requirement that is met, if its tests passed. */
export function met(says: string, how: string, proof: Proof): Requirement {
  return { status: 'met', says, how, ...proof };
}

export function notMet(says: string, how: string): Requirement {
  return { status: 'not met', says, how };
}

export function notApplicable(says: string, how: string): Requirement {
  return { status: 'not applicable', says, how };
}

/** Declares several requirements that are not applicable for the same reason. */
export function allNotApplicable(
  how: string,
  requirements: Readonly<Record<string, string>>,
): Record<string, Requirement> {
  return Object.fromEntries(
    Object.entries(requirements).map(([number, says]) => [number, notApplicable(says, how)]),
  );
}
