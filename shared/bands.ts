/** The label of the texts between two limits, both inclusive. The texts are mostly days, as `YYYY-MM-DD`. */
export interface Band {
  label: string;
  from?: string;
  to?: string;
}

/** The labels of all texts. `otherwise` is the label if there is no text. */
export interface Bands {
  bands: readonly Band[];
  otherwise: string;
}

/** Returns the label of a text. */
export function findLabel(text: string | null, { bands, otherwise }: Bands): string {
  if (text === null) return otherwise;
  const found = bands.find(({ from, to }) => (!from || text >= from) && (!to || text <= to));
  return found?.label ?? otherwise;
}
