interface FoundColumnsProps {
  /** The typed text. */
  wanted: string;
  /** The number of columns that it finds. */
  count: number;
}

/** Renders the number of columns that were found, for screen readers, or that there is none, for everybody. */
export function FoundColumns({ wanted, count }: FoundColumnsProps) {
  const isSearch = wanted.trim() !== '';
  const found = count === 1 ? '1 column found' : `${count} columns found`;
  return (
    <p role="status" className={isSearch && count === 0 ? 'mb-4' : 'sr-only'}>
      {isSearch && (count === 0 ? `No column found for “${wanted.trim()}”.` : found)}
    </p>
  );
}
