import { availableParallelism, totalmem } from 'node:os'
import type { DuckDbWarehouseOptions } from './duckdb-warehouse.ts'

const MIB = 1024 ** 2

/** What this machine, or this container, has; bytes. */
const machineMemory = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

export const withDefaults = (options: DuckDbWarehouseOptions) => ({
  // At least two loads of many rows, and 512 MiB for other calls.
  memoryBudget: Math.max(1536 * MIB, machineMemory() / 4),
  // A copy buffers a row group of every column of a table.
  copyMemory: 256 * MIB,
  threads: Math.min(availableParallelism(), 4),
  maxCalls: 2 * availableParallelism(),
  maxCallsPerAccount: 2,
  maxWaitingPerAccount: 128,
  maxWaitMs: 15_000,
  minFreeDisk: 128 * MIB,
  ...options,
})

export type Settings = ReturnType<typeof withDefaults>
