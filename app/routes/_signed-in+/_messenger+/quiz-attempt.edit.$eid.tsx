import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { loadAttempt } from '~/lib/quiz/load-attempt.server';
import { QuizAttempt } from '~/lib/quiz/quiz-attempt';

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadAttempt(await requireSignedIn(request), request, params.eid ?? '');
}

export default function ViewQuizAttempt() {
  return <QuizAttempt view={useLoaderData<typeof loader>()} />;
}
