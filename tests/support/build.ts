import { ensureBuilt } from '../../scripts/prepare.js';

/** The route and contract suites talk to the built panel, as its users do. */
export default function setup() {
  ensureBuilt();
}
