import type { ListQuery } from 'shared/list/grammar';
import type { Row } from 'shared/list/memory';
import type { Column } from '../core/entities/column';
import type { Entity } from '../core/entities/entity';
import { isPersonal } from '../core/entities/treatment';
import { toAuditText } from '../core/form/to-audit-text';
import type { ApiResult } from '../core/host/api-result';
import { config } from '../core/server/config.server';
import { getPanelKeys } from '../core/server/keys.server';
import { findStudyNumbers } from './find-study-numbers.server';
import { openRows } from './open-rows.server';
import {
  buildFullPrivacy,
  buildPseudonymisedPrivacy,
  type FilePrivacy,
  plainPrivacy,
} from './privacy';
import { planPseudonymisation } from './pseudonyms/pseudonymise';
import { makePseudonyms, type Pseudonyms } from './pseudonyms/pseudonyms';
import type { ExportChoices } from './read-order.server';

/** The content of a file that depends on its privacy. */
interface FilePlan {
  privacy: FilePrivacy;
  /** The columns of the file. */
  columns: readonly Column[];
  /** Opens the rows of the list. */
  open: () => ReturnType<typeof openRows>;
  /** Returns a row with the values of the file. Undefined if the file has the values of the list. */
  convert?: (row: Row) => Row;
}

/** Plans a file of the chosen columns of a list. Fails if the host does not answer. */
export async function planFile(
  entity: Entity,
  chosen: readonly Column[],
  query: ListQuery,
  { level, withTexts, reason }: ExportChoices,
): Promise<ApiResult<FilePlan>> {
  const open = () => openRows(entity, query);
  if (!isPersonal(entity.list))
    return { ok: true, value: { privacy: plainPrivacy, columns: chosen, open } };
  if (level === 'full') {
    const privacy = buildFullPrivacy(toAuditText(reason));
    return { ok: true, value: { privacy, columns: chosen, open } };
  }
  const pseudonyms = getPseudonyms();
  const timeZone = config.STUDY_TIME_ZONE;
  const plan = planPseudonymisation(entity, chosen, pseudonyms, { withTexts, timeZone });
  const { columns, treatments, also, convert } = plan;
  const found = plan.needsPhones ? await findStudyNumbers() : undefined;
  if (found && !found.ok) return found;
  const studyNumbers = found?.value ?? new Map<string, string>();
  return {
    ok: true,
    value: {
      privacy: buildPseudonymisedPrivacy(chosen, treatments, withTexts),
      columns,
      open: () => openRows(entity, query, { also, pseudonyms }),
      convert: (row) => convert(row, studyNumbers),
    },
  };
}

let pseudonyms: Pseudonyms | undefined;

/** Returns the pseudonyms that belong to the current panel key. Another key makes other ones. */
function getPseudonyms(): Pseudonyms {
  pseudonyms ??= makePseudonyms(getPanelKeys().ring.current);
  return pseudonyms;
}
