import { hash, verify } from '@node-rs/argon2'

// argon2id version 19 is the library's default. memoryCost in KiB: 19 MiB, two passes, one lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export const hashPassword = (password: string): Promise<string> => hash(password, COST)

/**
 * Compares a password with a stored hash. Without one (unknown e-mail, account without password) the same work is done
 * on a stand-in, so that the answer takes as long, and is false.
 */
export const createPasswordCheck = async (): Promise<(stored: string | null, password: string) => Promise<boolean>> => {
  const standIn = await hashPassword('no password of anybody')
  return async (stored, password) => {
    const matches = await verify(stored ?? standIn, password)
    return stored !== null && matches
  }
}
