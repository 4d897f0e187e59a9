import { defined } from '../shared/defined';
import { type Answer, type Cost, measure } from './load';

/** The number of turns. It is odd, so that one of the ratios is the median. */
const TURNS = 7;

export interface Contender {
  name: string;
  /** The process that answers. */
  pid: number;
  ask(): Promise<Answer>;
}

/**
 * Measures two contenders interleaved, because other load on the machine comes and goes. Returns the rate of the first
 * divided by the rate of the second for each turn, the lowest first.
 */
export async function takeTurns(
  contenders: readonly [Contender, Contender],
  seconds: number,
  print: (cost: Cost) => void,
): Promise<number[]> {
  const ratios: number[] = [];
  for (let turn = 1; turn <= TURNS; turn++) {
    const rates: number[] = [];
    for (const { name, pid, ask } of contenders) {
      const warmUp = turn === 1 ? undefined : 0;
      const cost = await measure(`${name}, turn ${turn}`, ask, { server: pid, seconds, warmUp });
      print(cost);
      rates.push(cost.perSecond);
    }
    const [first, second] = rates;
    ratios.push(defined(first) / defined(second));
  }
  return ratios.sort((one, other) => one - other);
}
