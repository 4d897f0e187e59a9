import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { QuizAttempt } from '~/components/quiz-attempt';
import { loadAttempt } from '~/lib/quiz/load-attempt.server';
import { requireSignedIn } from '~/lib/session/guard.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadAttempt(await requireSignedIn(request), request, params.eid ?? '');
}

export default function ViewQuizAttempt() {
  return <QuizAttempt view={useLoaderData<typeof loader>()} />;
}
