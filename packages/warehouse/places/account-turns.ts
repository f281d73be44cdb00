import { untilAborted } from '../scheduling/until-aborted.ts'
import type { EngineName } from './account-places.ts'

type Release = () => void

/** What runs on one account. */
class Turns {
  readonly users = new Map<EngineName, number>()
  writers = 0
  /** settles when the move that runs has switched or failed; changes wait for it */
  moving: Promise<void> | null = null
  /** settles when the last move that was asked for has ended */
  lastMove: Promise<unknown> = Promise.resolve()
  #changed = Promise.withResolvers<void>()

  announce(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }

  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await this.#changed.promise
  }
}

/**
 * Takes turns of changes of an account's rows with moves of the account, in the one process that may move it. Reads never wait: they
 * go on at the place where they began, which is emptied only after them.
 */
export class AccountTurns {
  readonly #turns = new Map<number, Turns>()

  #of(accountId: number): Turns {
    const known = this.#turns.get(accountId) ?? new Turns()
    this.#turns.set(accountId, known)
    return known
  }

  /** Notes that rows at the place are in use, until the result is called. */
  use(accountId: number, engine: EngineName): Release {
    const turns = this.#of(accountId)
    turns.users.set(engine, (turns.users.get(engine) ?? 0) + 1)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      turns.users.set(engine, (turns.users.get(engine) ?? 1) - 1)
      turns.announce()
    }
  }

  /** Waits for a move to end, then keeps others from beginning until the result is called. Rejects with the signal's reason. */
  async change(accountId: number, signal?: AbortSignal): Promise<Release> {
    const turns = this.#of(accountId)
    while (turns.moving) await untilAborted(turns.moving, signal)
    turns.writers += 1
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      turns.writers -= 1
      turns.announce()
    }
  }

  /** Runs one move of the account after another. */
  inTurn<Result>(accountId: number, work: () => Promise<Result>): Promise<Result> {
    const turns = this.#of(accountId)
    const ended = turns.lastMove.catch(() => undefined).then(work)
    turns.lastMove = ended
    return ended
  }

  /** Runs the part of a move during which nothing may change the account: after all changes that have begun, before all later ones. */
  async withoutChanges<Result>(accountId: number, work: () => Promise<Result>): Promise<Result> {
    const turns = this.#of(accountId)
    const over = Promise.withResolvers<void>()
    turns.moving = over.promise
    try {
      await turns.until(() => turns.writers === 0)
      return await work()
    } finally {
      turns.moving = null
      over.resolve()
    }
  }

  /** Resolves when nothing uses the account's rows at the place any more. */
  unused(accountId: number, engine: EngineName): Promise<void> {
    const turns = this.#of(accountId)
    return turns.until(() => (turns.users.get(engine) ?? 0) === 0)
  }
}
