type Sharp = typeof import('sharp').default;

let loading: Promise<Sharp | undefined> | undefined;

/**
 * Loads the library that reads and writes pictures. Returns undefined if it is not installed, or not for this machine.
 * It reads JPEG, PNG and WebP only, because every further format is a way in for an attacker.
 */
export function loadSharp(): Promise<Sharp | undefined> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Sharp | undefined> {
  const sharp = await import('sharp').then(
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
