import { randomUUID } from 'node:crypto';
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DataList } from '~/components/data-list/data-list';
import { LinkForm } from '~/components/forms/link-form';
import { PageHead } from '~/components/page-head';
import { readOpaqueParam } from '~/lib/addresses/public-path.server';
import { bindToParent } from '~/lib/entities/bind-to-parent';
import { linkedParticipant } from '~/lib/entities/linked-participant';
import { phone } from '~/lib/entities/phone';
import { loadList } from '~/lib/list/load-list.server';
import {
  findLinkRefusal,
  linkParticipant,
  loadParticipantChoices,
} from '~/lib/phones/linked-participants.server';
import { refuseAbsent } from '~/lib/records/refuse-absent.server';
import { requireSignedIn } from '~/lib/session/guard.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  const number = readOpaqueParam(request, 'phone', params.eid);
  const [view, choices, refusal] = await Promise.all([
    loadList(signedIn, bindToParent(linkedParticipant, number, params.eid), request),
    loadParticipantChoices(signedIn),
    findLinkRefusal(number),
  ]);
  if (view.pager.total === 0 && !view.error) await refuseAbsent(phone, number);
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
