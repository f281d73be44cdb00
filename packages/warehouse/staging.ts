import type { CanonicalTable } from '#domain/canonical/tables.ts'
import type { ControlTotals } from '#domain/control-totals.ts'
import type { CustomField } from '#domain/custom-fields.ts'
import type { FieldSource } from '#domain/field-source.ts'
import type { TaxPlace, TotalEvidence } from '#domain/order-totals.ts'
import type { Load, LoadOutcome, LoadRequest, SqlValue, Warehouse } from './engine.ts'
import type { PackedRows } from './schema/packed-rows.ts'

export type ImportKind =
  | 'orders'
  | 'order_lines'
  | 'customers'
  | 'products'
  | 'inventory'
  | 'memberships'
  | 'reservations'

/** Columns whose filled cells become a record each. */
interface Unpivot {
  /** indexes, from 0 */
  readonly columns: readonly number[]
  /** a zero or a dash is no record either */
  readonly skipsZero: boolean
}

/** A normalized file (see the connector's normalizer) and how it is imported. */
export interface CsvImportPlan {
  /** the file in parts, inside the account's staging folder; a row is whole in one of them */
  readonly paths: readonly string[]
  readonly delimiter: string
  /** of the file; those of an unpivoted one are followed by the heading and the text of the cell */
  readonly columns: readonly string[]
  /** columns whose filled cells are a record each; default: a row is one record */
  readonly unpivot?: Unpivot | null | undefined
  /** rows in all parts; the import fails if it reads another number */
  readonly rows: number
  readonly kind: ImportKind
  /** fields that are filled, by name; what a kind makes of each name is in its own file */
  readonly fields: Readonly<Record<string, FieldSource>>
  /** columns of fields that can’t be read before a question is answered: a preview shows what is written */
  readonly asked?: Readonly<Record<string, number>> | undefined
  /** custom fields among them, whose names are their keys; default: none */
  readonly customFields?: readonly Pick<CustomField, 'key' | 'record' | 'type'>[]
  /** orders whose id begins so are refunds; null: those whose net is below 0 */
  readonly refundIdPrefix: string | null
  /** of amounts whose row has no currency */
  readonly currency: string
  /** of kinds of orders; default: `added` */
  readonly tax?: TaxPlace
  /** `abort`: nothing is staged when a row has a problem */
  readonly onError: 'abort' | 'skip'
}

/** A cell that could not be used. `line` counts physical lines from 1, the header is line 1. */
export interface CellProblem {
  readonly line: number
  readonly column: string | null
  readonly value: string | null
  readonly message: string
}

/** What an import does to the amounts of a file; minor units of the account’s currency, negative where they become less. */
export interface BridgeStep {
  readonly reason:
    | 'skippedRows'
    | 'moneyBack'
    | 'repeated'
    | 'discounts'
    | 'orderDiscounts'
    | 'charges'
    | 'taxInside'
    | 'refundedAmounts'
    | 'unpaid'
    | 'canceled'
    | 'giftCards'
  readonly amount: number
}

/** From the sum of a file’s cells to a total of the import. What the steps leave unexplained is wrong. */
export interface TotalsBridge {
  readonly measure: 'netSales' | 'total'
  /** columns of the file whose cells are added up; of several, they are multiplied in each row */
  readonly columns: readonly string[]
  /** as written, of all rows, those with problems too */
  readonly written: number
  /** those that change something */
  readonly steps: readonly BridgeStep[]
  readonly result: number
}

/** Money in minor units of the account’s currency. */
export interface SoldKind {
  readonly kind: string
  readonly amount: number
}

export interface CsvStaged {
  readonly accepted: number
  readonly rejected: number
  /** the first ones, in the order of the file */
  readonly problems: readonly CellProblem[]
  /** rows staged by table; empty when `abort` met a problem */
  readonly staged: Readonly<Partial<Record<CanonicalTable, number>>>
  /** only where they are asked for, and of orders in the account’s currency */
  readonly bridges: readonly TotalsBridge[]
  /** net sales by kind of goods, where bridges are asked for and the file has lines */
  readonly kinds: readonly SoldKind[]
}

export interface StageFileRequest {
  readonly plan: CsvImportPlan
  /** default: false */
  readonly wantsBridges?: boolean
  /** the service that the load is for */
  readonly serviceId: string
  /** rows read so far, of `plan.rows` */
  readonly onProgress?: (rows: number) => Promise<void> | void
}

export interface CsvPreview {
  /** the first rows, values by field; what cannot be read is null */
  readonly rows: readonly Readonly<Record<string, string | number | null>>[]
  /** the first problems of the whole file */
  readonly problems: readonly CellProblem[]
  /** what stands out in rows that can be used */
  readonly remarks: readonly CellProblem[]
  /** first and last timestamp of each date in the whole file, by field */
  readonly spans: Readonly<Record<string, { readonly first: string; readonly last: string }>>
  /** by code field: the texts of the whole file and what they become, most frequent first */
  readonly values: Readonly<Record<string, readonly CodeValue[]>>
}

export interface CodeValue {
  readonly value: string
  readonly rows: number
  /** what these rows have of what becomes net sales, in minor units of the account’s currency; null: the file has no amounts of it */
  readonly amount: number | null
  readonly code: string
}

/** One value of each form in a column and the first line that has it. */
export interface ColumnForm {
  readonly line: number
  readonly text: string
}

/** Staged orders that another service of the account already has. */
export interface OverlappingOrders {
  readonly serviceId: string
  readonly orders: number
}

/** Staged orders whose ID the service has stored with another local day and another total or customer: other orders, or corrected ones. */
export interface ConflictingOrders {
  readonly orders: number
  /** the first of them by ID; days as `2026-03-31` */
  readonly orderNumber: string
  readonly storedDay: string
  readonly givenDay: string
}

/**
 * A load that also takes files, and counts what was staged before anything is stored. Its rows are staged on this computer,
 * wherever the account's rows are.
 */
export interface StagedLoad extends Load {
  /** Appends the rows of batches, one batch after another. Ten at a time cost little more than one. */
  appendPacked(batches: readonly PackedRows[]): Promise<void>
  /**
   * Stages the rows of a normalized file. With `abort` and any problem nothing is staged. Every row is accepted or rejected.
   *
   * Errors: those of the load; `warehouse.query_failed` when another number of rows was read than the plan says.
   */
  stageFile(request: StageFileRequest): Promise<CsvStaged>
  /** Counts what was staged so far, before anything is merged. More may be staged afterwards. */
  controlTotals(): Promise<ControlTotals>
  /** Counts staged orders that other services of the account already have, by service. */
  overlappingOrders(): Promise<OverlappingOrders[]>
  /** Finds staged orders that would replace stored ones which seem to be others; null: none. */
  conflictingOrders(): Promise<ConflictingOrders | null>
  /** `onStored` gets the totals of the same rows as they are stored after the commit. */
  commit(onStored?: (totals: ControlTotals) => void): Promise<LoadOutcome>
}

/** An order of an account: with its local day as `2026-03-31`, and its total in minor units. */
export type StoredOrder = readonly [
  serviceId: string,
  sourceId: string,
  orderNumber: string,
  localDay: string,
  total: string,
  customerId: string | null,
]

/** A load whose rows another engine stores: they are read back instead of being committed. */
export interface LocalLoad extends StagedLoad {
  /** All rows staged for a table so far, by the columns of its staging table; values as text, booleans as they are. */
  stagedRows(table: CanonicalTable): AsyncIterable<readonly (readonly SqlValue[])[]>
  /** @param stored orders of the account's other services; default: those that this engine stores */
  overlappingOrders(stored?: readonly StoredOrder[]): Promise<OverlappingOrders[]>
  /** @param stored orders of the service; default: those that this engine stores */
  conflictingOrders(stored?: readonly StoredOrder[]): Promise<ConflictingOrders | null>
}

export interface ReadOptions {
  readonly signal?: AbortSignal
  /** milliseconds; default none */
  readonly timeoutMs?: number
}

/** Files of an account that are about to be imported. They can be read while an import has the account's rows. */
export interface StagedFiles {
  /** the only directory that the account's SQL may read and write; created if it does not exist */
  stagingFolder(accountId: number): Promise<string>
  /** What `stageFile` would read of the file. Changes nothing. */
  previewFile(accountId: number, plan: CsvImportPlan, options?: ReadOptions): Promise<CsvPreview>
  /** Values of the named columns by form, in the order of the file, see `ColumnForm`. */
  columnForms(
    accountId: number,
    plan: CsvImportPlan,
    columns: readonly string[],
    options?: ReadOptions,
  ): Promise<ReadonlyMap<string, readonly ColumnForm[]>>
  /** What the totals of the file's orders say about their tax; the plan has a tax and a total. */
  totalEvidence(accountId: number, plan: CsvImportPlan, options?: ReadOptions): Promise<TotalEvidence>
}

/** What a warehouse of this process uses; counts are since its start. */
export interface WarehouseUsage {
  readonly opens: number
  /** account files that are open */
  readonly openFiles: number
  /** bytes that the open files may use, and may use at most */
  readonly memory: number
  readonly memoryBudget: number
  /** calls that ended because memory did not become free, or their statement needed more than a file may use */
  readonly memoryRefusals: number
  readonly runningCalls: number
  readonly waitingCalls: number
}

/** An engine that stages loads on this computer. */
export interface StagingWarehouse extends Warehouse {
  readonly usage: WarehouseUsage
  beginLoad(request: LoadRequest): Promise<StagedLoad>
}

/** An engine whose files can be read, and whose loads another engine can store. */
export interface LocalStaging
  extends StagedFiles,
    Pick<StagingWarehouse, 'usage' | 'ping' | 'removeAccount' | 'close'> {
  beginLoad(request: LoadRequest): Promise<LocalLoad>
  /** Deletes the account's file, but no uploaded files. The data version goes on above the last one. */
  dropStored(accountId: number): Promise<void>
}
