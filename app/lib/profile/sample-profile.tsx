/** The sample data that the page shows as a placeholder (product-spec.md §2). */
const sample = [
  ['First name', 'Sample'],
  ['Last name', 'Person'],
  ['Email', 'sample.person@study.example'],
  ['Phone', '+260 000 000 000'],
  ['Role', 'Researcher'],
  ['Hired', '01 March 2022'],
];

/** Shows the placeholder of the profile, and says that it is one. */
export function SampleProfile() {
  return (
    <>
      <p className="mb-4 text-muted">
        This part is a placeholder and shows sample data, not yours.
      </p>
      <dl className="card grid max-w-xl gap-x-6 gap-y-3 p-5 sm:grid-cols-[10rem_1fr]">
        {sample.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
