/** Renders the word that marks a field as optional, for use beside its label. */
export function Optional() {
  return <span className="font-normal text-muted">(optional)</span>;
}
