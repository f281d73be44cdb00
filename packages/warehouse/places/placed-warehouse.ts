import { fail } from '#contract/errors.ts'
import type { Dialect } from '#semantic/catalog/dialect.ts'
import { DataUnavailable, UpgradeFailure } from '../data-unavailable.ts'
import type { LoadRequest } from '../engine.ts'
import type { FileStore } from '../file-store.ts'
import type { StagedFiles, StagedLoad, StagingWarehouse } from '../staging.ts'
import type { AccountEngines, EngineName } from './account-places.ts'
import type { AccountTotals } from './account-totals.ts'
import { AccountTurns } from './account-turns.ts'
import { copyAccount, type MoveStore } from './copy-account.ts'

type Engine = StagingWarehouse & MoveStore

interface Moved {
  readonly from: EngineName
  readonly to: EngineName
  /** equal on both sides */
  readonly totals: AccountTotals
}

/** The warehouse of all accounts, each of which is in one of two places. */
export interface RoutedWarehouse extends Omit<StagingWarehouse, 'dialect'>, StagedFiles {
  /** the accounts that are in files; others have none */
  readonly files: FileStore
  /** when the last query started, by `performance.now()`; -Infinity before the first */
  readonly lastAskedAt: number
  /** how statements about the account are written where it is now; it may move before they run */
  dialectOf(accountId: number): Dialect
  /** accounts whose data this process could not read when they were last asked for */
  readonly unavailableAccounts: number
  /** Begins with no rows of the account, see `MoveStore`. */
  putAway(accountId: number): Promise<void>
  /** null: the account has no rows yet */
  findEngine(accountId: number): Promise<EngineName | null>
  /**
   * Moves an account while it is used: reads go on where it was, and changes wait. Null when it is there already. Of several moves of
   * an account one runs at a time. Only the process that owns the account files may call it.
   *
   * @throws TotalsDiffer, and the failures of either engine; the account is then where it was
   */
  move(accountId: number, to: EngineName): Promise<Moved | null>
  /** Deletes what killed moves have left. */
  finishMoves(): Promise<void>
}

interface Options {
  readonly files: Engine & FileStore & StagedFiles
  /** null: the server knows no ClickHouse */
  readonly clickHouse: Engine | null
  readonly places: AccountEngines
}

/** Routes each call to the engine that has the account. New accounts go to ClickHouse where there is one. */
export const placedWarehouse = ({ files, clickHouse, places }: Options): RoutedWarehouse => {
  const engines: Readonly<Record<EngineName, Engine | null>> = { files, clickhouse: clickHouse }
  const defaultEngine: EngineName = clickHouse ? 'clickhouse' : 'files'
  /** places change only by this process's moves: another one never opens accounts that are in files */
  const known = new Map<number, EngineName>()
  const turns = new AccountTurns()
  const unavailable = new Set<number>()
  let lastAskedAt = Number.NEGATIVE_INFINITY

  const engineAt = (engineName: EngineName): Engine => {
    const engine = engines[engineName]
    // The account is in ClickHouse, and the server was started without it.
    if (!engine) throw fail('warehouse.unavailable', { retryAfter: 60 })
    return engine
  }

  const loadEngine = async (accountId: number): Promise<void> => {
    const placement = known.has(accountId) ? null : await places.find(accountId)
    if (placement && !known.has(accountId)) known.set(accountId, placement.engine)
  }

  /** The engine that has the account now, which keeps its rows until `release` is called. */
  const engineOf = (accountId: number) => {
    const engineName = known.get(accountId) ?? defaultEngine
    return { engine: engineAt(engineName), release: turns.use(accountId, engineName) }
  }

  /** Notes whether the account's data is found to be unavailable. */
  const notingUnavailable = async <Result>(accountId: number, work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof DataUnavailable || error instanceof UpgradeFailure) unavailable.add(accountId)
      throw error
    }
  }

  const reading = async <Result>(accountId: number, read: (engine: Engine) => Promise<Result>): Promise<Result> => {
    await loadEngine(accountId)
    const { engine, release } = engineOf(accountId)
    try {
      return await notingUnavailable(accountId, () => read(engine))
    } finally {
      release()
    }
  }

  /** The engine that a change goes to, and what to call when it is over. */
  const beginChange = async (accountId: number, signal?: AbortSignal) => {
    const endTurn = await turns.change(accountId, signal)
    try {
      await loadEngine(accountId)
      if (!known.has(accountId)) known.set(accountId, (await places.settle(accountId, defaultEngine)).engine)
      const { engine, release } = engineOf(accountId)
      const end = () => {
        release()
        endTurn()
      }
      return { engine, release: end }
    } catch (error) {
      endTurn()
      throw error
    }
  }

  const changing = async <Result>(
    accountId: number,
    change: (engine: Engine) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> => {
    const { engine, release } = await beginChange(accountId, signal)
    try {
      return await notingUnavailable(accountId, () => change(engine))
    } finally {
      release()
    }
  }

  /** A check commits nothing, so it need not wait for a move. */
  const beginCheck = async (accountId: number) => {
    await loadEngine(accountId)
    return engineOf(accountId)
  }

  const beginLoad = async (request: LoadRequest): Promise<StagedLoad> => {
    const { accountId, signal, isCheck } = request
    const { engine, release } = await (isCheck ? beginCheck(accountId) : beginChange(accountId, signal))
    try {
      return await notingUnavailable(accountId, () => engine.beginLoad({ ...request, onOver: release }))
    } catch (error) {
      release()
      throw error
    }
  }

  /** Work on the account's file, which no move removes meanwhile. */
  const onFile = async <Result>(accountId: number, work: () => Promise<Result>): Promise<Result> => {
    const release = turns.use(accountId, 'files')
    try {
      return await notingUnavailable(accountId, work)
    } finally {
      release()
    }
  }

  /** Empties the place that the account is not at, once nothing reads there. */
  const clearOther = async (accountId: number): Promise<void> => {
    const other = (await places.find(accountId))?.other
    const store = other && engines[other]
    if (!other || !store) return
    await turns.unused(accountId, other)
    await store.dropStored(accountId)
    await places.cleared(accountId)
  }

  const move = (accountId: number, to: EngineName): Promise<Moved | null> =>
    turns.inTurn(accountId, async () => {
      const { engine: from } = await places.settle(accountId, defaultEngine)
      known.set(accountId, from)
      await clearOther(accountId)
      if (from === to) return null
      const [source, target] = [engines[from], engines[to]]
      // The server was started without ClickHouse.
      if (!source || !target) throw fail('warehouse.unavailable', { retryAfter: 60 })
      const totals = await turns.withoutChanges(accountId, async () => {
        const copied = await copyAccount({ accountId, to, source, target, places })
        if (!(await places.switch(accountId, from, to))) throw new Error('the account is not where it was')
        known.set(accountId, to)
        return copied
      })
      await clearOther(accountId)
      return { from, to, totals }
    })

  return {
    get usage() {
      const [one, other] = [files.usage, clickHouse?.usage]
      if (!other) return one
      const sum = (name: keyof typeof one) => one[name] + other[name]
      return {
        opens: sum('opens'),
        openFiles: sum('openFiles'),
        memory: sum('memory'),
        memoryBudget: sum('memoryBudget'),
        memoryRefusals: sum('memoryRefusals'),
        runningCalls: sum('runningCalls'),
        waitingCalls: sum('waitingCalls'),
      }
    },
    get lastAskedAt() {
      return lastAskedAt
    },
    dialectOf: (accountId) => (engines[known.get(accountId) ?? defaultEngine] ?? files).dialect,
    findEngine: async (accountId) => {
      await loadEngine(accountId)
      return known.get(accountId) ?? null
    },
    move,
    finishMoves: async () => {
      for (const accountId of await places.unfinished()) await turns.inTurn(accountId, () => clearOther(accountId))
    },
    ping: async () => {
      await files.ping()
      await clickHouse?.ping()
    },
    get unavailableAccounts() {
      return unavailable.size
    },
    query: async (accountId, question, options) => {
      lastAskedAt = performance.now()
      const result = await reading(accountId, (engine) => engine.query(accountId, question, options))
      unavailable.delete(accountId)
      return result
    },
    writeCsv: (accountId, request, options) =>
      reading(accountId, (engine) => engine.writeCsv(accountId, request, options)),
    status: (accountId) => reading(accountId, (engine) => engine.status(accountId)),
    hasBatch: (accountId, batchId) => reading(accountId, (engine) => engine.hasBatch(accountId, batchId)),
    files: {
      openAhead: (accountId) => onFile(accountId, () => files.openAhead(accountId)),
      writtenAt: (accountId) => files.writtenAt(accountId),
      storedSettings: (accountId) => onFile(accountId, () => files.storedSettings(accountId)),
      copyAccount: (accountId) => onFile(accountId, () => files.copyAccount(accountId)),
      commitsOf: (accountId) => files.commitsOf(accountId),
      withoutCommits: (work) => files.withoutCommits(work),
      turnOver: (accountId) => onFile(accountId, () => files.turnOver(accountId)),
    },
    // Uploaded files are read in the same way wherever the account is.
    stagingFolder: (accountId) => files.stagingFolder(accountId),
    previewFile: (accountId, plan, options) => files.previewFile(accountId, plan, options),
    columnForms: (accountId, plan, columns, options) => files.columnForms(accountId, plan, columns, options),
    totalEvidence: (accountId, plan, options) => files.totalEvidence(accountId, plan, options),
    beginLoad,
    removeService: (accountId, serviceId) =>
      changing(accountId, (engine) => engine.removeService(accountId, serviceId)),
    changeCalendar: (accountId, calendar, options) =>
      changing(accountId, (engine) => engine.changeCalendar(accountId, calendar, options), options?.signal),
    changeVisitRules: (accountId, rules) => changing(accountId, (engine) => engine.changeVisitRules(accountId, rules)),
    changeCodeRules: (accountId, rules) => changing(accountId, (engine) => engine.changeCodeRules(accountId, rules)),
    removeCustomValues: (accountId, keys) =>
      changing(accountId, (engine) => engine.removeCustomValues(accountId, keys)),
    updateSegments: (accountId, update) => changing(accountId, (engine) => engine.updateSegments(accountId, update)),
    putAway: async (accountId) => {
      await changing(accountId, (engine) => engine.putAway(accountId))
      unavailable.delete(accountId)
    },
    removeAccount: async (accountId) => {
      const endTurn = await turns.change(accountId)
      try {
        const found = await places.find(accountId)
        if (found?.engine === 'clickhouse' || found?.other === 'clickhouse') await clickHouse?.removeAccount(accountId)
        await files.removeAccount(accountId)
      } finally {
        known.delete(accountId)
        unavailable.delete(accountId)
        endTurn()
      }
    },
    close: async () => {
      await clickHouse?.close()
      await files.close()
    },
  }
}
