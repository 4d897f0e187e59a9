import { type Answer, type Cost, measure } from './load';

/** The usual number of turns. It is odd, so that one of the ratios is the median. */
const TURNS = 7;

export interface Contender {
  name: string;
  /** The id of the process that answers. */
  pid: number;
  ask(): Promise<Answer>;
}

/**
 * Measures two contenders alternately, because other load on the machine comes and goes. Returns the costs of each
 * turn. In the first turn, each contender gets `warmUp` requests before it is measured.
 */
export async function takeTurns(
  [one, other]: readonly [Contender, Contender],
  { seconds, warmUp, turns: count = TURNS }: { seconds: number; warmUp?: number; turns?: number },
): Promise<[Cost, Cost][]> {
  const turns: [Cost, Cost][] = [];
  for (let turn = 1; turn <= count; turn++) {
    const measureTurn = ({ name, pid, ask }: Contender) =>
      measure(`${name}, turn ${turn}`, ask, {
        server: pid,
        seconds,
        warmUp: turn === 1 ? warmUp : 0,
      });
    turns.push([await measureTurn(one), await measureTurn(other)]);
  }
  return turns;
}
