import type { Visitor } from './visitor';

/** What the page shows for a label: an input's value, or the words of the chosen option. */
export function shownValue({ document }: Visitor, label: string): string {
  const radio = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]:checked')].find(
    (input) => input.closest('fieldset')?.querySelector('legend')?.textContent?.startsWith(label),
  );
  if (radio) return radio.closest('label')?.textContent ?? '';
  const input = [
    ...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select, textarea'),
  ].find(
    (element) =>
      !element.closest('[hidden]') &&
      [...(element.labels ?? [])].some((text) => text.textContent?.trim().startsWith(label)),
  );
  if (!input) throw new Error(`nothing is labelled ${label}`);
  return 'options' in input ? (input.options[input.selectedIndex]?.text ?? '') : input.value;
}
