/** A parameter of an address, or an input of a form, with its value. */
export interface NamedValue {
  name: string;
  value: string;
}
