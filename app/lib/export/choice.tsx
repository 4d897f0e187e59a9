interface ChoiceProps {
  name: string;
  legend: string;
  options: readonly { value: string; label: string; hint?: string }[];
  /** The selected value. Defaults to the first one. */
  selected?: string;
}

/** Renders radio buttons with hints. */
export function RadioChoice({ name, legend, options, selected = options[0]?.value }: ChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-2 font-medium">{legend}</legend>
      <div className="grid gap-2">
        {options.map(({ value, label, hint }) => (
          <div key={value} className="flex items-start gap-2">
            <input
              type="radio"
              id={`${name}-${value}`}
              name={name}
              value={value}
              defaultChecked={value === selected}
              aria-describedby={hint && `${name}-${value}-hint`}
              className="mt-1 h-4 w-4 shrink-0"
            />
            <div>
              <label htmlFor={`${name}-${value}`}>{label}</label>
              {hint && (
                <p id={`${name}-${value}-hint`} className="text-sm text-muted">
                  {hint}
                </p>
              )}
            </div>
          </div>
        ))}
      </div>
    </fieldset>
  );
}
