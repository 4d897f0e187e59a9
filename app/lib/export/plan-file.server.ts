import type { ListQuery } from 'shared/list/grammar';
import type { Row } from 'shared/list/memory';
import type { Column } from '../entities/column';
import type { Entity } from '../entities/entity';
import type { ApiResult } from '../host/api-result';
import { getPseudonyms } from '../pseudonyms/get-pseudonyms.server';
import { planPseudonymisation } from '../pseudonyms/pseudonymise';
import { isPersonal } from '../pseudonyms/treatment';
import { config } from '../server/config.server';
import { findStudyNumbers } from './find-study-numbers.server';
import { openRows } from './open-rows.server';
import {
  buildFullPrivacy,
  buildPseudonymisedPrivacy,
  type FilePrivacy,
  plainPrivacy,
} from './privacy';
import { type ExportChoices, toOneLine } from './read-order.server';

/** The content of a file that depends on its privacy. */
export interface FilePlan {
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
    const privacy = buildFullPrivacy(toOneLine(reason));
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
