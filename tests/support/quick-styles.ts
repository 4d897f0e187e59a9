import type { DOMWindow } from 'jsdom';

interface Style {
  display: string;
  visibility: string;
  getPropertyValue(name: string): string;
}

/** By what of an element the browser's own style sheet looks at. */
const styles = new Map<string, Style>();

/**
 * Has jsdom compute the style of each kind of element once, and not for each element that a query by role
 * looks at: that is half of a query. No other style sheet is loaded there.
 */
export function quickStyles(window: DOMWindow): void {
  const compute = window.getComputedStyle.bind(window);
  const quick = (element: Element): Style => {
    const looks = ['hidden', 'open', 'type', 'style'].map((name) => element.getAttribute(name));
    const kind = [element.tagName, ...looks].join();
    const known = styles.get(kind);
    if (known) return known;
    const { display, visibility } = compute(element);
    const read: Record<string, string> = { display, visibility };
    const style = { display, visibility, getPropertyValue: (name: string) => read[name] ?? '' };
    styles.set(kind, style);
    return style;
  };
  Object.assign(window, { getComputedStyle: quick });
}
