import { parseArgs } from 'node:util';
import { UsageError } from './usage-error';
import { type CommandName, type Usage, usages } from './usages';

/**
 * Reads the arguments of a command by its declared options. Throws UsageError for an unknown option, an option without
 * its value, and arguments of a command that has none.
 */
export function readArguments<Name extends CommandName>(name: Name, args: string[]) {
  const { operands }: Usage = usages[name];
  const parsed = parse(name, args);
  if (!operands && parsed.positionals.length > 0)
    throw new UsageError('The command takes no arguments', name);
  return parsed;
}

function parse<Name extends CommandName>(name: Name, args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: usages[name].options as (typeof usages)[Name]['options'],
    });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // Node adds hints after the first sentence, which are for programmers.
    throw new UsageError(error.message.split(/\.\s/)[0] ?? '', name);
  }
}
