import { asvs } from '../asvs';
import type { Anchor } from '../build-page';
import { cfr11 } from './cfr-11';
import { ichE6 } from './ich-e6';
import { popia } from './popia';
import { redcap } from './redcap';
import { zambia } from './zambia';

/** The standards and laws that docs/trust.md compares the panel with, in its order. */
export const anchors: readonly Anchor[] = [asvs, ichE6, zambia, popia, cfr11, redcap];
