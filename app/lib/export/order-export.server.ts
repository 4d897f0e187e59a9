import { data, redirect } from '@remix-run/node';
import { allRows } from 'shared/list/grammar';
import { describeList, type Entity } from '../core/entities/entity';
import { isPersonal } from '../core/entities/treatment';
import type { ProofQuestion } from '../core/form/form-view';
import { describeLoadError } from '../core/host/describe-error';
import { describeExport, describeQuery, writeConditions } from '../core/list/describe-query.server';
import { buildExportName } from '../core/list/export-file.server';
import { getListColumns } from '../core/list/list-columns.server';
import { buildListSearch } from '../core/list/list-state';
import { readList } from '../core/list/open-list.server';
import { refuseExport } from '../core/list/refuse-export.server';
import { describeLeftOut } from '../core/list/withdrawn.server';
import { requireRecentProof } from '../core/proof/require-recent-proof.server';
import { findExplanations } from '../core/records/explanations.server';
import { mustStore } from '../core/server/unwritable.server';
import type { SignedIn } from '../core/session/guard.server';
import { formats } from './export-format';
import { getShownColumns } from './load-formats.server';
import { planFile } from './plan-file.server';
import type { FilePrivacy } from './privacy';
import { checkExportReason, type ExportChoices, readOrder } from './read-order.server';
import { MAX_MAKING, startExport } from './run-export.server';
import { MAX_SHEET_ROWS } from './write-workbook.server';

/** The reply to a form of an export that was refused, with everything that the user has chosen and typed. */
export interface OrderReply {
  choices: ExportChoices;
  error?: string;
  reasonError?: string;
  proof?: ProofQuestion;
}

/**
 * Starts to make a file with all rows that match the list's filters, in the shown columns. Redirects to the page of
 * the file. If the file cannot be made, returns a reply with the reason and the choices. A full file of personal data
 * needs a reason and a recent proof of the user.
 */
export async function orderExport(
  signedIn: SignedIn,
  entity: Entity,
  request: Request,
  address: string,
) {
  const { choices, proof } = await readOrder(request);
  const { format } = choices;
  const { user } = signedIn;
  const isFull = isPersonal(entity.list) && (choices.level === 'full' || choices.withTexts);
  await refuseExport(signedIn, entity, isFull);
  const reply = (problem: Omit<OrderReply, 'choices'>, status = 400) =>
    data<OrderReply>({ choices, ...problem }, status);
  const fail = (error: string) => reply({ error });
  if (choices.level === 'full' && isPersonal(entity.list)) {
    const checked = checkExportReason(choices.reason);
    if (!checked.ok) return reply({ reasonError: checked.error });
    const refusal = await requireRecentProof(signedIn, proof, address);
    if (refusal) return reply({ proof: refusal.question }, refusal.status);
  }
  const state = await readList(signedIn, entity.list, new URL(request.url).searchParams);
  // A filter that is not understood must not make the file longer than the list.
  if (state.dropped.length + state.ignored.length > 0)
    return fail('Part of the address was not understood. Open the list and export it again.');
  const query = { ...allRows, ...state.query, page: 1, size: undefined };
  const plan = await planFile(entity, getShownColumns(entity, state), query, choices);
  if (!plan.ok) return fail(describeLoadError(plan.error, entity.title));
  const { privacy, columns, open, convert } = plan.value;
  if (columns.length === 0)
    return fail('A pseudonymised file leaves out all these columns. Choose others in the list.');
  const opened = await open();
  if (!opened.ok) return fail(describeLoadError(opened.error, entity.title));
  const { total, parts } = opened.value;
  if (total === 0 && format !== 'list') return fail('There are no rows to export.');
  if (format === 'xlsx' && total > MAX_SHEET_ROWS)
    return fail('Excel can hold up to 1,048,575 rows. Choose another format, or set filters.');
  const explanations = await findExplanations(entity);
  const all = getListColumns(entity);
  const leftOut = (await describeLeftOut(entity, state))
    ? '; withdrawn participants are left out'
    : '';
  const order = {
    ...{ user, entity, columns, format, privacy, convert, rows: parts, total },
    style: getStyle(choices),
    details: describeExport(all, columns, state),
    conditions:
      writeConditions(describeQuery(state, all), state.view, getFilterWords(privacy)) + leftOut,
    explanations: explanations.ok ? explanations.value : new Map<string, string>(),
  };
  const suffix = privacy.level === 'pseudonymised' ? '-pseudonymised' : '';
  const token = await mustStore(() =>
    startExport(order, {
      path: entity.list.path.slice(1),
      search: buildListSearch({ ...state, summary: undefined }),
      list: describeList(entity),
      format,
      filename: `${buildExportName(entity)}${suffix}.${formats[format].extension}`,
      ...{ total, isFull },
    }),
  );
  if (token === undefined)
    return fail(`${MAX_MAKING} of your files are still being made. Wait until one is ready.`);
  return redirect(`/exported/${token}`);
}

/**
 * Returns what the readme says instead of the filters. A filter by dates would show by how much the dates of a
 * pseudonymised file are shifted.
 */
function getFilterWords({ level }: FilePrivacy): string | undefined {
  return level === 'pseudonymised' ? 'some filters apply, which the audit log names' : undefined;
}

/** Returns codes or words. The scripts of the package label codes, and the list shows words. */
function getStyle({ format, style }: ExportChoices) {
  if (format === 'package') return 'codes';
  return format === 'list' ? 'words' : style;
}
