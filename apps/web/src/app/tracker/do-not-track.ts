/** What of local storage is read. */
export type FlagStorage = Pick<Storage, 'length' | 'key' | 'getItem'>

const FLAG = 'donottrack'
const OFF: readonly (string | null)[] = [null, '', '0', 'false', 'no']

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '')

/** Whether the do-not-track flag is set: `doNotTrack`, however it is spelled, with any value but one that denies it. */
export const isDoNotTrack = (storage: FlagStorage): boolean => {
  for (let place = 0; place < storage.length; place += 1) {
    const name = storage.key(place)
    if (name !== null && plain(name) === FLAG && !OFF.includes(storage.getItem(name)?.toLowerCase() ?? null))
      return true
  }
  return false
}
