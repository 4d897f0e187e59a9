/** Beside the label of a field that may be left empty. */
export function Optional() {
  return <span className="font-normal text-muted">(optional)</span>;
}
