/**
 * One value a process, also when the development server loads a module again: a data folder can be
 * opened only once.
 */
export function oncePerProcess<T>(name: string, make: () => T): T {
  const registry = globalThis as typeof globalThis & { __panel?: Map<string, unknown> };
  registry.__panel ??= new Map();
  if (!registry.__panel.has(name)) registry.__panel.set(name, make());
  return registry.__panel.get(name) as T;
}
