import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

type Undo = () => Promise<unknown>

const undos = new Set<Undo>()
let isStopping = false

/**
 * Registers what is undone when a signal stops an operator command before it ends by itself, such as a process that it started.
 * Returns what takes it back.
 */
export const atStop = (undo: Undo): (() => void) => {
  undos.add(undo)
  return () => undos.delete(undo)
}

const folders = new Set<string>()

/** Registers a folder that a stopped command leaves no trace of. Returns what takes it back. */
export const removeAtStop = (folder: string): (() => void) => {
  folders.add(folder)
  return () => folders.delete(folder)
}

/** Milliseconds in which what the thread pool has begun is done. */
const BEGUN_MS = 50

const removeOrLeave = (folder: string): void => {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  } catch {
    // Something else writes into it; the command ends all the same.
  }
}

/** In one go, as the command would go on and write into them again; and again after what it had begun to write. */
const removeFolders = (): void => {
  for (const waitMs of [0, BEGUN_MS]) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs)
    for (const folder of folders) removeOrLeave(folder)
  }
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

/**
 * Undoes what was registered, the latest first, then removes folders. What fails, or takes longer than `maxMs` in all, is left. Then
 * exits, before anything else runs.
 */
export const stopAll = async (maxMs: number, code: number): Promise<never> => {
  isStopping = true
  const undo = async () => {
    for (const one of [...undos].reverse()) await one().catch(() => undefined)
  }
  await Promise.race([undo(), pause(maxMs)])
  removeFolders()
  process.exit(code)
}
