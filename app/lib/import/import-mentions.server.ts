import { fold, toText } from 'shared/list/values';
import { Mentions } from '../core/digests/mentions.server';
import { findEntity } from '../core/entities';
import { readFileRows } from '../core/host/read-import-rows';
import { findImportableList, type Importable } from './importable';

/** Collects the words and the records that a file to import mentions. A file that is not valid may mention any person. */
export async function collectFile(list: string, bytes: Buffer): Promise<Mentions> {
  const mentions = new Mentions();
  const importable = findImportableList(list);
  const keys = importable ? listKeyNames(importable) : [];
  let headings: readonly string[] = [];
  try {
    for await (const { names, values, problem } of readFileRows(bytes)) {
      if (problem !== undefined) mentions.giveUp();
      if (!mentions.all) break;
      if (names !== headings) mentions.addValues(names);
      headings = names;
      mentions.addValues(values.map(toText));
      for (const [at, name] of names.entries())
        if (importable && keys.includes(fold(name.trim())))
          mentions.addRecord(importable.entity, toText(values[at]));
    }
  } catch {
    mentions.giveUp();
  }
  return mentions;
}

/** Returns the headings that the column with the ids of records may have. */
function listKeyNames({ entity, titles }: Importable): string[] {
  const key = findEntity(entity)?.key ?? '';
  const found = Object.keys(titles).filter((title) => titles[title] === key);
  return [key, ...found].map(fold);
}
