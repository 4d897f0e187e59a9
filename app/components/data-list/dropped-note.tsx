/** Renders the note on the parts of an address that were left out. Renders nothing if there is none. */
export function DroppedNote({ note }: { note: string | undefined }) {
  if (!note) return null;
  return (
    <p role="status" className="mb-3 rounded border border-warn bg-warn-soft px-3 py-2 text-warn">
      {note}
    </p>
  );
}
