import type { EntityDeclaration, Field } from 'shared/entities/declaration';
import { inputProblem } from 'shared/entities/input-problem';
import { z } from 'zod';
import { fileField, richTextField } from './content-fields';
import type { Column, Entity, EntityForm, EntityList, EntityWithForm } from './entity';
import { colorField, displayField } from './fields';
import { type FormField, formField } from './form-field';
import { itemsField } from './items';

/** The panel's additions to a declaration, such as links of columns. */
interface Screen extends Partial<Omit<Entity, 'list' | 'form'>> {
  /** A column's additions to its field. */
  columns?: Readonly<Record<string, Partial<Column>>>;
  /** An input's additions to its field. */
  inputs?: Readonly<Record<string, Partial<FormField>>>;
  list?: Partial<EntityList>;
  form?: Partial<EntityForm>;
}

type DeclaredWithForm = EntityDeclaration & { form: readonly string[] };

/** Returns the entity of the panel's screens: its list, and its form if the declaration has one. */
export function declaredEntity(entity: DeclaredWithForm, screen?: Screen): EntityWithForm;
export function declaredEntity(entity: EntityDeclaration, screen?: Screen): Entity;
export function declaredEntity(entity: EntityDeclaration, screen: Screen = {}): Entity {
  const { name, singular, title, key, label, fields, path, pageSize, form, deletable } = entity;
  const { columns = {}, inputs = {}, list, form: formExtra, ...rest } = screen;
  const listed = Object.entries(fields).filter(([, { formOnly }]) => !formOnly);
  return {
    noun: name,
    name: singular,
    plural: title,
    key,
    label,
    canDelete: deletable,
    ...rest,
    list: {
      path,
      source: entity.source ?? `${name}/list`,
      pageSize,
      columns: listed.map(([field, declared]) => ({
        ...buildColumn(field, declared),
        ...columns[field],
      })),
      ...list,
    },
    form: form && {
      fields: form.flatMap((field) => {
        const declared = fields[field];
        return declared ? [{ ...buildFormField(field, declared), ...inputs[field] }] : [];
      }),
      ...formExtra,
    },
  };
}

function buildColumn(field: string, declared: Field): Column {
  const { kind, look, title, priority, off, group, aliases, options } = declared;
  return { field, kind, look, title, priority, off, group, aliases, options };
}

function buildFormField(name: string, { title, input }: Field): FormField {
  if (!input) return displayField(name, title);
  const { wire, label, control, required, options, upload, items, source } = input;
  const { hint, autoComplete, addOnly: readOnlyOnEdit, when } = input;
  const extra = { hint, autoComplete, readOnlyOnEdit, when, source };
  if (upload) return fileField(name, wire, label, upload, extra);
  if (items) return { ...itemsField(name, wire, label, items), ...extra };
  if (control === 'color') return colorField(name, wire, label, required ?? '');
  if (control === 'rich-text') return richTextField(name, wire, label, extra);
  const schema = z.string().superRefine((text, context) => {
    const message = inputProblem(input, text);
    if (message) context.addIssue({ code: 'custom', message });
  });
  return { ...formField(name, wire, label, control, schema, required, extra), options };
}
