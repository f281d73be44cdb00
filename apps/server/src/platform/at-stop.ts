import { setTimeout as pause } from 'node:timers/promises'

type Undo = () => Promise<unknown>

const undone = new Set<Undo>()
let isStopping = false

/**
 * Registers what is undone when a signal stops an operator command before it ends by itself, such as a process that it started.
 * Returns what takes it back.
 */
export const atStop = (undo: Undo): (() => void) => {
  undone.add(undo)
  return () => undone.delete(undo)
}

/** Whether a signal is stopping this command: what fails now fails because of that. */
export const isBeingStopped = (): boolean => isStopping

/** A command that is being stopped starts nothing more. */
class Stopping extends Error {
  override readonly name = 'Stopping'
}

/** @throws Stopping */
export const assertNotStopping = (): void => {
  if (isStopping) throw new Stopping('the command was stopped')
}

/** Undoes what was registered, the latest first. What fails, or takes longer than `maxMs` in all, is left. */
export const stopAll = async (maxMs: number): Promise<void> => {
  isStopping = true
  const undo = async () => {
    for (const one of [...undone].reverse()) await one().catch(() => undefined)
  }
  await Promise.race([undo(), pause(maxMs)])
}
