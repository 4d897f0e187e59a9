/** The settings that a command was started with. */
export type Environment = Readonly<Record<string, string | undefined>>;
