import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'

interface Life {
  /** from the line that it begins with */
  readonly lifeMs: number
  /** which of its lines that is; default: the first */
  readonly beginsAt?: number
}

/** Runs a program of its own process and kills it at that time, unless it ends before. Returns the lines that it printed. */
export const runUntilKilled = async (
  program: string,
  args: readonly string[],
  { lifeMs, beginsAt = 1 }: Life,
): Promise<{ readonly lines: readonly string[]; readonly isKilled: boolean }> => {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const closed = once(child, 'close')
  const begun = Promise.withResolvers<void>()
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (lines.push(line) === beginsAt) begun.resolve()
  })
  await Promise.race([begun.promise, closed])
  await Promise.race([pause(lifeMs), closed])
  child.kill('SIGKILL')
  await closed
  return { lines, isKilled: child.signalCode === 'SIGKILL' }
}

/** The last version that a loading process reported as `committed`; `before`: of none. */
export const lastCommitted = (lines: readonly string[], before: number): number =>
  Number(lines.findLast((line) => line.startsWith('committed '))?.slice('committed '.length) ?? before)
