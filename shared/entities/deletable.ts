import { type EntityDeclaration, getWireName } from './declaration';
import { declarations } from './index';

/** An entity whose records users can delete. */
interface DeletableType {
  /** The entity's name in the paths of API hosts. */
  wireName: string;
  /** The word for one record, as the bin shows it. */
  label: string;
}

/** The entities whose records users can delete. */
export const deletableTypes: readonly DeletableType[] = declarations
  .filter((declaration: EntityDeclaration) => declaration.deletable)
  .map((declaration) => ({
    wireName: getWireName(declaration),
    label: declaration.singular.charAt(0).toUpperCase() + declaration.singular.slice(1),
  }))
  .sort((a, b) => (a.label < b.label ? -1 : 1));
