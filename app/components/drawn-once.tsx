import { createContext, type ReactNode, useContext } from 'react';

/** Draws a part of a page, or takes what it drew before under this name. On the server alone. */
export type DrawOnce = (name: string, part: ReactNode) => string;

export const DrawOnceContext = createContext<DrawOnce | undefined>(undefined);

interface DrawnOnceProps {
  /** Stands for all that its content depends on, and is one of few: each is kept. */
  name: string;
  className?: string;
  children: ReactNode;
}

/**
 * A part that is the same in many pages: the server draws it the first time and puts it in from then on, and
 * the browser takes it over as any other.
 */
export function DrawnOnce({ name, className, children }: DrawnOnceProps) {
  const draw = useContext(DrawOnceContext);
  if (!draw) return <div className={className}>{children}</div>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: what React has drawn
  return <div className={className} dangerouslySetInnerHTML={{ __html: draw(name, children) }} />;
}
