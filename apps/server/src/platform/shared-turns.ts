import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

/** First key of the advisory locks, the second of which is a hash of the work's key. */
const LOCK_CLASS = 4_711_031
const LOOK_MS = 25

/** Runs work of the same key one at a time in all processes of an installation. */
export interface SharedTurns {
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>
  close(): void
}

/** For the only process of an installation. */
export const ownTurns = (): SharedTurns => {
  const turns = new Turns<string>()
  return { run: (key, work) => turns.run(key, work), close: () => undefined }
}

/**
 * Takes turns with other processes by advisory locks. One connection of the pool holds all locks of this process, so work that
 * waits or calls other systems needs none of its own. If that connection is lost, so are its locks: work that runs goes on, and
 * the same work of another process may begin.
 */
export const turnsOfProcesses = (pool: pg.Pool): SharedTurns => {
  const turns = ownTurns()
  let connected: Promise<pg.PoolClient> | null = null

  const connect = (): Promise<pg.PoolClient> => {
    if (connected) return connected
    const connecting = pool.connect()
    connected = connecting
    const forget = () => {
      if (connected === connecting) connected = null
    }
    connecting.then((client) => {
      client.once('error', () => {
        forget()
        client.release(true)
      })
    }, forget)
    return connecting
  }

  let last: Promise<unknown> = Promise.resolve()
  /** The connection runs one statement at a time. */
  const query = (client: pg.PoolClient, call: string, key: string): Promise<boolean> => {
    const asked = last
      .catch(() => undefined)
      .then(() => client.query<{ is_done: boolean }>(`select ${call}($1, hashtext($2)) as is_done`, [LOCK_CLASS, key]))
      .then(({ rows }) => rows[0]?.is_done ?? false)
    last = asked
    return asked
  }

  const acquire = async (key: string): Promise<pg.PoolClient> => {
    for (;;) {
      const client = await connect()
      if (await query(client, 'pg_try_advisory_lock', key)) return client
      await pause(LOOK_MS)
    }
  }

  return {
    run: (key, work) =>
      turns.run(key, async () => {
        const client = await acquire(key)
        try {
          return await work()
        } finally {
          await query(client, 'pg_advisory_unlock', key).catch(() => undefined)
        }
      }),
    close: () => {
      connected?.then(
        (client) => client.release(true),
        () => undefined,
      )
      connected = null
    },
  }
}

/** Runs work of the same key one at a time, in the order of the calls. Who waits holds nothing but memory. */
class Turns<Key> {
  readonly #last = new Map<Key, Promise<unknown>>()

  /** Runs `work` after all earlier work of the key has ended, whether it succeeded or failed. */
  async run<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const earlier = this.#last.get(key) ?? Promise.resolve()
    const result = earlier.then(work)
    const ended = result.catch(() => undefined)
    this.#last.set(key, ended)
    try {
      return await result
    } finally {
      if (this.#last.get(key) === ended) this.#last.delete(key)
    }
  }
}
