import { hash, verify } from '@node-rs/argon2'

// argon2id version 19 is the library's default. memoryCost in KiB: 19 MiB, two passes, one lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

// The hash of a random text that nobody kept, made at the cost above.
const STAND_IN = '$argon2id$v=19$m=19456,t=2,p=1$oVhBjh7VesFkTXT67zaa5Q$mmHrNN0XyqC/pQb9cmQL/snxUogAeiLLpNoeMS7Bwv4'

export const hashPassword = (password: string): Promise<string> => hash(password, COST)

/**
 * Compares a password with a stored hash. Without one (unknown address, no password chosen yet) the same work is done on a
 * stand-in, so that the answer takes as long, and is false.
 */
export const verifyPassword = async (stored: string | null, password: string): Promise<boolean> => {
  const matches = await verify(stored ?? STAND_IN, password)
  return stored !== null && matches
}
