import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

const root = path.resolve(import.meta.dirname, '../..');

/** The parts of CycloneDX 1.5 that readers of a list of packages need. */
const bomSchema = z.object({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.literal('1.5'),
  serialNumber: z.string().regex(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  version: z.int().positive(),
  metadata: z.object({
    timestamp: z.iso.datetime(),
    component: z.object({ name: z.literal('study-panel'), version: z.string().min(1) }),
  }),
  components: z.array(
    z.object({
      type: z.literal('library'),
      'bom-ref': z.string().min(1),
      name: z.string().min(1),
      version: z.string().regex(/^\d+\.\d+\.\d+/),
      purl: z.string().regex(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@[\w.+-]+$/),
      licenses: z
        .array(
          z.union([
            z.object({ license: z.object({ id: z.string().min(1) }) }),
            z.object({ license: z.object({ name: z.string().min(1) }) }),
            z.object({ expression: z.string().min(1) }),
          ]),
        )
        .min(1),
      // The lock file has no checksums of programs for other platforms, which only development needs.
      hashes: z.array(z.object({ alg: z.string(), content: z.string().min(64) })).optional(),
      properties: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
  ),
});
type Bom = z.infer<typeof bomSchema>;

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      name: z.string().optional(),
      version: z.string().optional(),
      dev: z.boolean().optional(),
      link: z.boolean().optional(),
    }),
  ),
});

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(path.join(root, name), 'utf8'));
}

/** Returns the purls of the packages in the lock file: of those for production, or of those for development. */
function listPurls(dev: boolean): Set<string> {
  const { packages } = lockSchema.parse(readJson('package-lock.json'));
  const chosen = Object.entries(packages).filter(
    ([folder, one]) => folder !== '' && !one.link && (one.dev ?? false) === dev,
  );
  return new Set(
    chosen.map(([folder, { name, version }]) => {
      const own = name ?? folder.split('node_modules/').at(-1) ?? '';
      return `pkg:npm/${own.replace('@', '%40')}@${version}`;
    }),
  );
}

function isForDevelopment({ properties }: Bom['components'][number]): boolean {
  return properties.some(({ name }) => name === 'cdx:npm:package:development');
}

describe('the list of packages that the build makes', () => {
  let written: unknown;
  beforeAll(() => {
    execFileSync('node', ['scripts/sbom.js'], { cwd: root });
    written = readJson('build/sbom.cdx.json');
  });

  it.each([
    ['of another format', { bomFormat: 'SPDX' }],
    ['of another version', { specVersion: '1.0' }],
    ['with a package without a licence', { components: [{ name: 'a', licenses: [] }] }],
  ])('the check refuses a list %s', (_, part) => {
    expect(bomSchema.safeParse({ ...Object(written), ...part }).success).toBe(false);
  });

  it('the list of packages has every package of production, with version, licence and purl', () => {
    const { components } = bomSchema.parse(written);
    const purls = new Set(components.map(({ purl }) => purl));
    const expected = listPurls(false);
    expect(expected.size).toBeGreaterThan(400);
    expect([...expected].filter((purl) => !purls.has(purl))).toEqual([]);
    const unhashed = components.filter(({ purl, hashes }) => expected.has(purl) && !hashes?.length);
    expect(unhashed).toEqual([]);
    const wrong = components.filter(
      ({ name, version, purl }) => purl !== `pkg:npm/${name.replace('@', '%40')}@${version}`,
    );
    expect(wrong).toEqual([]);
  });

  it('only packages for development are marked as such', () => {
    const { components } = bomSchema.parse(written);
    const marked = components.filter(isForDevelopment).map(({ purl }) => purl);
    const production = listPurls(false);
    expect(marked.length).toBeGreaterThan(300);
    expect(marked.filter((purl) => production.has(purl))).toEqual([]);
    const development = listPurls(true);
    expect(marked.filter((purl) => !development.has(purl))).toEqual([]);
  });

  it('npm run build makes the list', () => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(readJson('package.json'));
    expect(scripts.build).toContain('node scripts/sbom.js');
  });
});
