import type { ChangeEventHandler } from 'react';

interface AsItIsInputProps {
  id: string;
  name: string;
  onChange?: ChangeEventHandler<HTMLInputElement>;
}

/** Renders the input for a picture that was refused because it could not be cleaned. It stores the picture anyway. */
export function AsItIsInput({ id, name, onChange }: AsItIsInputProps) {
  return (
    <div className="mt-3">
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        Upload the picture as it is, with its place, device and time
      </label>
      <p id={`${id}-hint`} className="mb-1 text-sm text-muted">
        Choose it again only if nobody in it, and no home, can be found by them.
      </p>
      <input
        type="file"
        id={id}
        name={name}
        aria-describedby={`${id}-hint`}
        onChange={onChange}
        className="block w-full text-sm file:mr-3 file:rounded file:border file:border-solid file:border-line-strong file:bg-surface file:px-3 file:py-1.5 file:text-ink"
      />
    </div>
  );
}
