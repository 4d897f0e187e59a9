import { checkReadiness } from '~/lifecycle/readiness.server';

/** Reports whether the API host, the study's database and the document store respond. */
export async function loader() {
  const { ready, parts } = await checkReadiness();
  return Response.json(
    { ready, parts },
    { status: ready ? 200 : 503, headers: { 'Cache-Control': 'no-store' } },
  );
}
