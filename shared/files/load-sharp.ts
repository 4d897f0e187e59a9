type Sharp = typeof import('sharp').default;

let loading: Promise<Sharp | undefined> | undefined;

/**
 * Loads the library that reads and writes pictures. Returns undefined if it is not installed, or not for this machine.
 * It reads JPEG, PNG and WebP only, because every further format is a way in for an attacker.
 */
export function loadSharp(): Promise<Sharp | undefined> {
  loading ??= prepareSharp(() => import('sharp'));
  return loading;
}

/** Imports the library and limits it. Returns undefined if the import fails. */
export async function prepareSharp(
  importLibrary: () => Promise<{ default: Sharp }>,
): Promise<Sharp | undefined> {
  const sharp = await importLibrary().then(
    (module) => module.default,
    () => undefined,
  );
  if (!sharp) return undefined;
  sharp.cache(false);
  // Requests need the other processors.
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadWebpBuffer',
    ],
  });
  return sharp;
}
