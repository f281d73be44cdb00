import { createRequire } from 'node:module'

type Argon2 = Pick<typeof import('@node-rs/argon2'), 'hash' | 'verify'>

/**
 * Tests register thousands of users with the same few passwords, and a hash takes 20 ms of processor time by design: what has
 * been hashed or verified in this process is known. Tests of how long that takes use passwords of their own.
 */
const argon2: Argon2 = createRequire(import.meta.url)('@node-rs/argon2')

const once = <Given extends readonly unknown[], Answer>(work: (...given: Given) => Answer) => {
  const answers = new Map<string, Answer>()
  return (...given: Given): Answer => {
    const key = JSON.stringify(given)
    const answer = answers.get(key) ?? work(...given)
    answers.set(key, answer)
    return answer
  }
}

argon2.hash = once(argon2.hash)
argon2.verify = once(argon2.verify)
