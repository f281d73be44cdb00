import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type { AccountKeys, FileKey } from '../../file-store.ts'

export const newKey = (): FileKey => randomBytes(32).toString('base64')

export interface MemoryKeys extends AccountKeys {
  /** the account's keys, the wanted one first */
  of(accountId: number): FileKey[]
  rotate(accountId: number): void
  /** from now on files should not be encrypted */
  turnOff(): void
}

/** Keys of accounts that only this process has; every account gets one. */
export const memoryKeys = (): MemoryKeys => {
  const stored = new Map<number, FileKey[]>()
  let isOn = true
  const of = (accountId: number): FileKey[] => {
    const keys = stored.get(accountId) ?? (isOn ? [newKey()] : [])
    stored.set(accountId, keys)
    return keys
  }
  return {
    of,
    find: async (accountId) => {
      const keys = of(accountId)
      return isOn ? { wanted: keys[0] ?? null, previous: keys.slice(1) } : { wanted: null, previous: keys }
    },
    settle: async (accountId, wanted) => {
      if (wanted !== null) expect(of(accountId)).toContain(wanted)
      stored.set(accountId, wanted === null ? [] : [wanted])
    },
    rotate: (accountId) => void of(accountId).unshift(newKey()),
    turnOff: () => {
      isOn = false
    },
  }
}
