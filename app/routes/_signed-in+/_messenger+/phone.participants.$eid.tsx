import { randomUUID } from 'node:crypto';
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { findFailure } from 'shared/result';
import { DataList } from '~/components/data-list/data-list';
import { PageHead } from '~/components/page-head';
import { readOpaqueParam } from '~/lib/core/addresses/public-path.server';
import { bindToParent } from '~/lib/core/entities/bind-to-parent';
import { linkedParticipant } from '~/lib/core/entities/linked-participant';
import { phone } from '~/lib/core/entities/phone';
import { loadList } from '~/lib/core/list/load-list.server';
import { refuseAbsent } from '~/lib/core/records/refuse-absent.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { LinkForm } from '~/lib/phones/link-form';
import {
  checkLinkable,
  linkParticipant,
  loadParticipantChoices,
} from '~/lib/phones/linked-participants.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  const number = readOpaqueParam(request, 'phone', params.eid);
  const [view, choices, linkable] = await Promise.all([
    loadList(signedIn, bindToParent(linkedParticipant, number, params.eid), request),
    loadParticipantChoices(signedIn),
    checkLinkable(number),
  ]);
  if (view.pager.total === 0 && !view.error) await refuseAbsent(phone, number);
  const refusal = findFailure(linkable);
  return { title: view.title, trail: view.trail, view, choices, refusal, token: randomUUID() };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  return linkParticipant(signedIn, request, readOpaqueParam(request, 'phone', params.eid));
}

export default function PhoneParticipants() {
  const { view, choices, refusal, token } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead isWide title={view.heading} backHref="/phones" backTitle="Phones" />
      {/* The key changes when a participant is linked, so that the form is reset. */}
      <LinkForm key={view.pager.total} choices={choices} refusal={refusal} token={token} />
      <DataList view={{ ...view, heading: 'Linked participants' }} level={2} />
    </>
  );
}
