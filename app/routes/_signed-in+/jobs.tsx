import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { JobsPage } from '~/lib/jobs/jobs-page';
import { loadJobs } from '~/lib/jobs/load-jobs.server';
import { jobKinds } from '~/lifecycle/background-tasks.server';

/** Loads the page of all jobs. */
export async function loader({ request }: LoaderFunctionArgs) {
  return loadJobs(await requireSignedIn(request), jobKinds);
}

export default function Jobs() {
  return <JobsPage {...useLoaderData<typeof loader>()} />;
}
