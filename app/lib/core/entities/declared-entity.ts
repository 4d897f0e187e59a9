import { type EntityDeclaration, getLead, getWireName } from 'shared/entities/declaration';
import type { Field } from 'shared/entities/field';
import { SHORT_TEXT } from 'shared/entities/fields';
import { getMasking } from 'shared/entities/masking';
import { buildFormField } from './build-form-field';
import type { Column } from './column';
import type { Entity, EntityList, EntityWithForm, HostPaths } from './entity';
import type { EntityForm } from './entity-form';
import type { FormField } from './form-field';

/** The panel's additions to a declaration, such as the links of columns. */
interface Screen extends Partial<Omit<Entity, 'list' | 'form'>> {
  /** Additions to the columns, by field name. */
  columns?: Readonly<Record<string, Partial<Column>>>;
  /** Additions to the inputs of the form, by field name. */
  inputs?: Readonly<Record<string, Partial<FormField>>>;
  list?: Partial<EntityList>;
  form?: Partial<EntityForm>;
}

type DeclaredWithForm = EntityDeclaration & { form: readonly string[] };

/** Returns the entity as the panel's screens use it. It has a form if the declaration has one. */
export function buildEntity(entity: DeclaredWithForm, screen?: Screen): EntityWithForm;
export function buildEntity(entity: EntityDeclaration, screen?: Screen): Entity;
export function buildEntity(entity: EntityDeclaration, screen: Screen = {}): Entity {
  const { name, source, singular, title, key, label, fields } = entity;
  const {
    path,
    recordPath = `/${name}`,
    pageSize,
    form,
    deletable,
    accounts,
    hasOpaqueIds,
    timelineGaps,
  } = entity;
  const { columns = {}, inputs = {}, list, form: formExtra, ...rest } = screen;
  const listed = Object.entries(fields).filter(([, { unlisted }]) => !unlisted);
  return {
    name,
    source,
    host: source ? undefined : buildHostPaths(entity),
    recordPath,
    singular,
    title,
    key,
    label,
    lead: getLead(entity),
    deletable,
    accounts,
    detail: hasDetail(entity) ? { related: () => [] } : undefined,
    hasOpaqueIds,
    timelineGaps,
    ...rest,
    list: {
      path,
      pageSize,
      columns: listed.map(([field, declared]) => ({
        ...buildColumn(field, declared, [key, label].includes(field)),
        summarized: field === key ? undefined : getSummaryUse(declared),
        ...columns[field],
      })),
      // Detail pages show the stored codes beside the words.
      extraFields: hasDetail(entity) ? listed.flatMap(([, { storedIn }]) => storedIn ?? []) : [],
      ...list,
    },
    form: form && buildForm(form, fields, inputs, formExtra),
  };
}

function buildForm(
  form: readonly string[],
  fields: EntityDeclaration['fields'],
  inputs: NonNullable<Screen['inputs']>,
  additions: Screen['form'],
): EntityForm {
  return {
    fields: form.flatMap((field) => {
      const declared = fields[field];
      return declared ? [{ ...buildFormField(field, declared), ...inputs[field] }] : [];
    }),
    ...additions,
  };
}

/**
 * Returns whether records have a detail page, which shows their values and links to their history. Records with a
 * history but without a form have this page.
 */
function hasDetail({ form, deletable, import: imported }: EntityDeclaration): boolean {
  return !form && Boolean(deletable || imported);
}

function buildHostPaths(entity: EntityDeclaration): HostPaths {
  const name = getWireName(entity);
  const { list = `${name}/list`, record = `${name}/id`, embeddedOnly } = entity.wire ?? {};
  return { name, list, record: record || undefined, embeddedOnly };
}

function buildColumn(field: string, declared: Field, namesRecord: boolean): Column {
  const { identifying, kind, format, title, priority, wide, breaks, hiddenAtFirst } = declared;
  const { group, cardLabel, aliases, options, follows, storedIn, answerCodes, derived, event } =
    declared;
  const { holds, unit } = declared;
  // A text without an input comes from the apps. If it identifies nobody, it is the answer to a question.
  const isAnswer = format === 'text' && identifying === false && !declared.input && !namesRecord;
  return {
    field,
    identifying,
    masked: getMasking(declared),
    holds,
    kind,
    format,
    title,
    unit,
    priority,
    wide,
    breaks,
    hiddenAtFirst,
    group,
    cardLabel,
    aliases,
    options,
    offersValues: declared.offersValues ?? isAnswer,
    follows,
    storedIn,
    answerCodes,
    derived,
    event,
  };
}

/**
 * Returns the use of a field in summaries. Values that identify people are never groups, except the names of
 * navigators' accounts, and fields that declare it. Long texts, files and colours are not grouped.
 */
function getSummaryUse({
  kind,
  format,
  identifying,
  offersValues,
  groupsRows,
  input,
}: Field): Column['summarized'] {
  if (kind === 'number') return identifying === false ? 'number' : undefined;
  if (kind === 'text' && (format !== 'text' || (input && input.max > SHORT_TEXT))) return undefined;
  const isNavigator = identifying === 'account name' && offersValues;
  const isAllowed = identifying === false || isNavigator || groupsRows;
  if (!isAllowed) return 'refused';
  return kind === 'date' ? 'date' : 'value';
}
